"""What PostgreSQL's functions do, by the chapters of its manual (functions.html) and `pg_proc.provolatile`.

What isn't listed is unknown, and refused: among the 2,800 functions of `pg_catalog` most are the engine's own.
"""

from __future__ import annotations

from rejoinder.dialects._functions import effects

FUNCTIONS = effects(
    pure="""
    abbrev abs acos acosd acosh age any_value area array array_agg array_append array_cat array_dims
    array_fill array_length array_lower array_ndims array_position array_positions array_prepend array_remove
    array_replace array_reverse array_sort array_to_json array_to_string array_to_tsvector array_upper ascii
    asin asind asinh atan atan2 atan2d atand atanh avg bit_and bit_count bit_length bit_or bit_xor bool_and
    bool_or bound_box bool box bpchar broadcast btrim cardinality casefold cbrt ceil ceiling center
    char_length character_length chr circle coalesce collation concat concat_ws convert convert_from
    convert_to corr cos cosd cosh cot cotd count covar_pop covar_samp crc32 crc32c cume_dist daterange
    datemultirange date date_add date_bin date_part date_subtract date_trunc decode degrees dense_rank
    diagonal diameter div encode enum_first enum_last enum_range erf erfc every exp extract factorial family
    first_value float4 float8 floor format gamma gcd generate_series generate_subscripts get_bit get_byte
    greatest grouping height host hostmask inet_merge int2 int4 int8 interval inet_same_family initcap
    int4multirange int4range int8multirange int8range isclosed isempty isfinite isopen json json_agg
    json_array json_array_elements json_array_elements_text json_array_length json_arrayagg json_build_array
    json_build_object json_each json_each_text json_exists json_extract_path json_extract_path_text
    json_object json_object_agg json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict
    json_object_keys json_objectagg json_populate_record json_populate_recordset json_query json_scalar
    json_serialize json_strip_nulls json_table json_to_record json_to_recordset json_typeof json_value
    jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
    jsonb_build_object jsonb_concat jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all jsonb_exists_any
    jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_keys
    jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query
    jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz
    jsonb_path_query_tz jsonb_populate_record jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax
    jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_to_tsvector jsonb_typeof json_to_tsvector
    justify_days justify_hours justify_interval lag last_value lcm lead least left length lgamma line ln log
    log10 lower lower_inc lower_inf lpad lseg ltrim make_date make_interval make_time make_timestamp
    make_timestamptz masklen max md5 min min_scale mod mode multirange netmask network normalize npoints
    nth_value ntile nullif num_nonnulls num_nulls numeric nummultirange numnode numrange octet_length overlay
    parse_ident path pclose percent_rank percentile_cont percentile_disc pg_size_pretty pg_size_bytes
    pg_typeof phraseto_tsquery pi plainto_tsquery point polygon popen position pow power quote_ident
    quote_literal quote_nullable radians radius range_agg range_intersect_agg range_merge rank regexp_count
    regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
    regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
    regr_sxx regr_sxy regr_syy repeat replace reverse right round row row_number row_to_json rpad rtrim scale
    set_bit set_byte set_masklen setweight sha224 sha256 sha384 sha512 sign sin sind sinh slope split_part
    sqrt starts_with stddev stddev_pop stddev_samp string_agg string_to_array string_to_table strip strpos
    substr substring sum tan tand tanh text time timestamp timestamptz timezone to_ascii to_bin to_char
    to_date to_hex to_json to_jsonb to_number to_oct to_timestamp to_tsquery to_tsvector translate trim
    trim_array trim_scale trunc ts_debug ts_delete ts_filter ts_headline ts_lexize ts_rank ts_rank_cd
    tsmultirange tsquery_phrase tsrange tstzmultirange tstzrange tsvector_to_array unicode_assigned unistr
    unnest upper upper_inc upper_inf uuid_extract_timestamp uuid_extract_version uuid var_pop var_samp varchar
    variance websearch_to_tsquery width width_bucket xmlagg xmlattributes xmlcomment xmlconcat xmlelement
    xmlexists xmlforest xmlparse xmlpi xmlroot xmlserialize xmltable xpath xpath_exists
    """,
    volatile="""
    array_sample array_shuffle clock_timestamp current_catalog current_database current_date current_role
    current_schema current_schemas current_time current_timestamp current_user gen_random_uuid localtime
    localtimestamp now random random_normal session_user statement_timestamp timeofday transaction_timestamp
    user uuidv4 uuidv7 version
    """,
    file="lo_* loread lowrite pg_current_logfile pg_file_* pg_ls_* pg_read_* pg_stat_file",
    network="dblink dblink_* inet_client_addr inet_client_port inet_server_addr inet_server_port pg_notify",
    sleep="pg_sleep pg_sleep_*",
    lock="pg_advisory_* pg_try_advisory_*",
    sequence="currval lastval nextval setval",
    settings="current_setting set_config setseed",
    administration="""
    acldefault aclexplode binary_upgrade_* brin_* col_description current_query currtid2
    gin_clean_pending_list has_* icu_unicode_version makeaclitem mxid_age obj_description pg_*
    row_security_active shobj_description to_reg* ts_parse ts_token_type txid_* unicode_version
    """,
    dynamic_sql="""
    cursor_to_xml cursor_to_xmlschema database_to_xml database_to_xml_and_xmlschema database_to_xmlschema
    query_to_xml query_to_xml_and_xmlschema query_to_xmlschema schema_to_xml schema_to_xml_and_xmlschema
    schema_to_xmlschema table_to_xml table_to_xml_and_xmlschema table_to_xmlschema ts_rewrite ts_stat
    """,
)
