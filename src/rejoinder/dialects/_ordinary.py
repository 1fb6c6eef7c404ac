"""The analytic vocabulary that nearly every SQL has. An engine that lacks a name refuses it itself."""

from __future__ import annotations

ORDINARY = """
    abs acos any_value approx_count_distinct array array_agg ascii asin atan atan2 avg bit_and bit_or bit_xor
    bool_and bool_or cast cbrt ceil ceiling char char_length character_length chr coalesce concat concat_ws
    contains corr cos cosh cot count count_if countif covar_pop covar_samp cume_dist date date_add date_diff
    date_format date_part date_sub date_trunc dateadd datediff datepart datetime day dayofmonth dayofweek
    dayofyear decode degrees dense_rank div ends_with every exp extract first_value floor format from_unixtime
    generate_series greatest group_concat grouping grouping_id hash hex hour if ifnull iff iif initcap instr
    isnan isnull json_array json_exists json_extract json_object json_query json_value lag last_day last_value
    lcase lead least left len length ln locate log log10 log2 lower lpad ltrim make_date make_time
    make_timestamp map max max_by md5 median microsecond millisecond min min_by minute mod mode month
    monthname months_between nth_value ntile nullif nvl nvl2 octet_length overlay parse_date parse_json
    parse_timestamp percent_rank percentile_cont percentile_disc pi position pow power quarter radians rank
    regexp_contains regexp_count regexp_extract regexp_extract_all regexp_instr regexp_like regexp_replace
    regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    repeat replace reverse right round row row_number rpad rtrim second sequence sha1 sha2 sha256 sha512 sign
    sin sinh skewness kurtosis slice sort_array soundex space split split_part sqrt starts_with stddev
    stddev_pop stddev_samp str_to_date string_agg string_to_array strpos strptime struct substr substring
    substring_index sum tan tanh time time_format timestamp timestampadd timestampdiff to_char to_date to_hex
    to_json to_number to_time to_timestamp to_utc_timestamp to_varchar translate trim trunc truncate try_cast
    typeof ucase unhex unix_timestamp unnest upper value var_pop var_samp variance week weekday weekofyear
    width_bucket year
"""

TODAY = """
    current_date current_time current_timestamp localtime localtimestamp now rand random uuid
"""
