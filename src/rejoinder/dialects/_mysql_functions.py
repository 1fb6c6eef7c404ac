"""What the functions of MySQL 8 and MariaDB do, by their manuals; a name that only one has is refused by the other.

https://dev.mysql.com/doc/refman/8.4/en/built-in-function-reference.html and
https://mariadb.com/kb/en/function-and-operator-reference/.
"""

from __future__ import annotations

from rejoinder.dialects._functions import effects

FUNCTIONS = effects(
    pure="""
    abs acos adddate addtime aes_decrypt aes_encrypt any_value area ascii asin atan atan2 avg bin bin_to_uuid
    binary bit_and bit_count bit_length bit_or bit_xor boundary cast ceil ceiling centroid char char_length
    character_length chr coalesce coercibility collation compress concat concat_ws contains conv convert
    convert_tz cos cot count crc32 crc32c crosses cume_dist date date_add date_format date_sub datediff day
    dayname dayofmonth dayofweek dayofyear decode decode_oracle degrees dense_rank dimension disjoint distance
    div elt encode endpoint envelope equals exp export_set exteriorring extract extractvalue field find_in_set
    first_value floor format format_bytes format_pico_time from_base64 from_days from_unixtime geometry
    geometrycollection geometryn geometrytype get_format glength greatest group_concat grouping hex hour if
    ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interiorringn intersects interval is_ipv4
    is_ipv4_compat is_ipv4_mapped is_ipv6 is_uuid isclosed isempty isnull isring issimple json_array
    json_array_append json_array_insert json_array_intersect json_arrayagg json_compact json_contains
    json_contains_path json_depth json_detailed json_equals json_exists json_extract json_insert json_keys
    json_length json_loose json_merge json_merge_patch json_merge_preserve json_normalize json_object
    json_object_filter_keys json_object_to_array json_objectagg json_overlaps json_pretty json_query
    json_quote json_remove json_replace json_schema_valid json_schema_validation_report json_search json_set
    json_storage_free json_storage_size json_table json_type json_unquote json_valid json_value kdf lag
    last_day last_value lcase lead least left length lengthb linestring ln localtime localtimestamp locate log
    log10 log2 lower lpad ltrim make_set makedate maketime match max mbrcontains mbrcoveredby mbrcovers
    mbrdisjoint mbrequals mbrintersects mbroverlaps mbrtouches mbrwithin md5 median microsecond mid min minute
    mod month monthname multilinestring multipoint multipolygon name_const natural_sort_key nth_value ntile
    nullif numgeometries numinteriorrings numpoints nvl nvl2 oct octet_length ord overlaps percent_rank
    percentile_cont percentile_disc period_add period_diff pi point pointn polygon position pow power quarter
    quote radians rank regexp regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right
    round row row_number rpad rtrim sec_to_time second sformat sha sha1 sha2 sign sin soundex space sqrt st_*
    startpoint std stddev stddev_pop stddev_samp str_to_date strcmp string_to_vector subdate substr substring
    substring_index subtime sum tan time time_format time_to_sec timediff timestamp timestampadd timestampdiff
    to_base64 to_char to_date to_days to_number to_seconds to_vector touches trim trim_oracle trunc truncate
    ucase uncompress uncompressed_length unhex unix_timestamp updatexml upper uuid_to_bin
    validate_password_strength value values var_pop var_samp variance vec_* vector_dim vector_to_string week
    weekday weekofyear weight_string within x y year yearweek
    """,
    volatile="""
    connection_id curdate current_date current_role current_time current_timestamp current_user curtime
    database found_rows last_insert_id now rand random_bytes row_count schema session_user sys_guid sysdate
    system_user user utc_date utc_time utc_timestamp uuid uuid_short uuid_v4 uuid_v7 version
    """,
    file="load_file",
    sleep="sleep benchmark",
    lock="get_lock is_free_lock is_used_lock release_all_locks release_lock",
    sequence="lastval nextval setval",
    settings="statement_digest statement_digest_text icu_version",
    administration="""
    asynchronous_* binlog_gtid_pos can_access_* des_* encrypt group_replication_* gtid_* innodb_* internal_*
    master_gtid_wait master_pos_wait mysql_* old_password password ps_current_thread_id ps_thread_id
    roles_graphml source_pos_wait sys_eval sys_exec sys_get sys_set wait_for_executed_gtid_set
    wait_until_sql_thread_after_gtids wsrep_*
    """,
)
