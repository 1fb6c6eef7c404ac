"""What DuckDB's functions do, from `duckdb_functions()` of DuckDB 2.0: each name that it lists, or its prefix."""

from __future__ import annotations

from rejoinder.dialects._functions import effects

FUNCTIONS = effects(
    pure="""
    abs acos acosh add age aggregate alias any_value apply approx_count_distinct approx_quantile approx_top_k
    arbitrary arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin
    array_* ascii asin asinh assert_true atan atan2 atanh avg bar base64 bin binom bit_and bit_count
    bit_length bit_or bit_position bit_xor bitstring bitstring_agg bool_and bool_or can_cast_implicitly
    cardinality cast_to_type cbrt ceil ceiling century char_length character_length chr coalesce columns
    concat concat_ws constant_or_null contains corr cos cosh cot count count_if count_star countif covar_pop
    covar_samp create_sort_key cume_dist damerau_levenshtein date date_add date_diff date_part date_sub
    date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month
    decade decimal_average decimal_division decode degrees dense_rank divide editdist3 element_at encode
    ends_with entropy enum_code enum_first enum_last enum_range enum_range_boundary epoch epoch_ms epoch_ns
    epoch_us equi_width_bins era error even exp extract factorial favg fdiv fill filter finalize first
    first_value flatten floor fmod format format_bytes format_pg_type format_type formatreadabledecimalsize
    formatreadablesize from_base64 from_binary from_hex from_json from_json_strict fsum gamma gcd
    generate_series generate_subscripts geomean geometric_mean get_bit get_type grade_up greatest
    greatest_common_divisor group_concat grouping grouping_id hamming hash hex histogram histogram_exact
    histogram_values hour icu_sort_key if ifnull ilike_escape instr isfinite isinf isnan isodow isoyear
    jaccard jaro_similarity jaro_winkler_similarity json json_array json_array_length json_contains
    json_deep_merge json_each json_exists json_extract json_extract_path json_extract_path_text
    json_extract_string json_group_array json_group_object json_group_structure json_insert json_keys
    json_merge_patch json_merge_patch_diff json_normalize json_object json_pretty json_quote json_remove
    json_replace json_set json_strip_nulls json_structure json_transform json_transform_strict json_tree
    json_type json_valid json_value julian kahan_sum kurtosis kurtosis_pop lag last last_day last_value lcase
    lcm lead least least_common_multiple left left_grapheme len length length_grapheme levenshtein lgamma
    like_escape list list_* listagg ln log log10 log2 lower lpad ltrim lttb mad make_date make_time
    make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz map map_* max max_by md5 md5_number
    md5_number_lower md5_number_upper mean median microsecond millennium millisecond min min_by minute
    mismatches mod mode month monthname multiply nanosecond nextafter nfc_normalize normalized_interval
    not_ilike_escape not_like_escape nth_value ntile nullif octet_length ord overlay parse_dirname
    parse_dirpath parse_filename parse_formatted_bytes parse_path percent_rank pg_size_pretty pg_typeof pi
    position pow power prefix printf product quantile quantile_cont quantile_disc quarter radians range rank
    reduce regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace
    regexp_split_to_array regexp_split_to_table regr_avgx regr_avgy regr_count regr_intercept regr_r2
    regr_slope regr_sxx regr_sxy regr_syy repeat repeat_row replace reservoir_quantile reverse right
    right_grapheme round round_even roundbankers row row_number row_to_json rpad rtrim second sem set_bit sha1
    sha256 sign signbit sin sinh skewness split split_part sqrt st_asbinary st_asgeojson st_astext st_aswkb
    st_aswkt st_crs st_geomfromgeojson st_geomfromwkb st_intersects_extent starts_with stddev stddev_pop
    stddev_samp str_split str_split_regex strftime string_agg string_split string_split_regex string_to_array
    strip_accents strlen strpos strptime struct_* substr substring substring_grapheme subtract suffix sum
    sum_no_overflow sumkahan switch tan tanh time_bucket timezone timezone_hour timezone_minute to_base
    to_base64 to_binary to_centuries to_days to_decades to_hex to_hours to_json to_microseconds to_millennia
    to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years translate trim
    trunc try_strptime typeof ucase unbin unhex unicode union_extract union_tag union_value unnest upper
    url_decode url_encode uuid_extract_timestamp uuid_extract_version var_pop var_samp variance variant_* wavg
    week weekday weekofyear weighted_avg xor year yearweek
    """,
    volatile="""
    ago current_catalog current_database current_date current_localtime current_localtimestamp current_role
    current_schema current_schemas current_time current_timestamp current_user gen_random_uuid
    get_current_time get_current_timestamp in_search_path localtime localtimestamp now random session_user
    today transaction_timestamp user uuid uuidv4 uuidv7 version
    """,
    file="""
    glob parquet_* read_* sniff_csv parse_duckdb_log_message summary
    """,
    process="arrow_scan arrow_scan_dumb pandas_scan python_arrow_scan python_map_function seq_scan",
    sleep="sleep_ms pg_sleep",
    sequence="nextval currval setval",
    settings="current_setting getvariable setseed pragma_*",
    administration="""
    add_grammar_extension checkpoint col_description create_external_resource current_connection_id
    current_query current_query_id current_transaction_id deregister_external_resource
    destroy_external_resource disable_logging disable_profiling duckdb_* enable_logging enable_profiling
    force_checkpoint get_block_size has_* icu_calendar_names inet_* obj_description pg_*
    register_external_resource register_external_resource_type remove_grammar_extension shobj_description
    stats test_all_types test_vector_types truncate_duckdb_logs txid_current vector_type which_secret
    write_log
    """,
    dynamic_sql="""
    query query_table json_execute_serialized_sql json_serialize_sql json_deserialize_sql json_serialize_plan
    invoke
    """,
)
