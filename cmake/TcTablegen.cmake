# dialects/<d>/<D>Ops.td -> build/gen/tc/shim/<D>*.inc, and one small C++ file
# a shard: ops are dear to compile, so a few a file keeps a changed row cheap.
set(TC_GEN ${CMAKE_BINARY_DIR}/gen)
file(GLOB_RECURSE TC_TD_FILES CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/dialects/*.td)
set(TC_TD_INCLUDES -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/dialects
    -I${MLIR_INCLUDE_DIRS})

# tc_tblgen(<td> <output> <arguments...>)
function(tc_tblgen td output)
  get_filename_component(folder ${output} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${output}
    COMMAND ${TC_MLIR_TBLGEN} ${ARGN} ${TC_TD_INCLUDES} ${td} -o ${output}
            --write-if-changed
    DEPENDS ${TC_TD_FILES}
    COMMENT "tblgen ${ARGN}" VERBATIM)
endfunction()

# tc_dialect(<Name> <td> [ATTRS] [SHARDS <letters>...]): all .inc files of one
# dialect. Its ops are split by the first letters of their mnemonics, a file of
# C++ for each of the ranges, which cover a to z: so a changed row compiles one.
function(tc_dialect name td)
  cmake_parse_arguments(arg "ATTRS" "" "SHARDS" ${ARGN})
  set(td ${CMAKE_SOURCE_DIR}/dialects/${td})
  string(TOLOWER ${name} ns)
  set(out ${TC_GEN}/tc/shim/${name})
  set(headers ${out}Dialect.h.inc ${out}Dialect.cpp.inc)
  tc_tblgen(${td} ${out}Dialect.h.inc -gen-dialect-decls -dialect=${ns})
  tc_tblgen(${td} ${out}Dialect.cpp.inc -gen-dialect-defs -dialect=${ns})
  if(arg_ATTRS)
    tc_tblgen(${td} ${out}Attrs.h.inc -gen-attrdef-decls
              -attrdefs-dialect=${ns})
    tc_tblgen(${td} ${out}Attrs.cpp.inc -gen-attrdef-defs
              -attrdefs-dialect=${ns})
    list(APPEND headers ${out}Attrs.h.inc ${out}Attrs.cpp.inc)
  endif()
  if(arg_SHARDS)
    tc_tblgen(${td} ${out}Ops.h.inc -gen-op-decls)
    list(APPEND headers ${out}Ops.h.inc)
  endif()
  set(TC_DIALECT ${name})
  set(TC_NS ${ns})
  set(calls "")
  foreach(TC_SHARD ${arg_SHARDS})
    tc_shard(${td} inc)
    list(APPEND headers ${inc})
    string(APPEND calls "TC_SHARD(${name}, ${TC_SHARD})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${out}Shards.inc CONTENT "${calls}")
  add_custom_target(tc_${name}_inc DEPENDS ${headers})
  add_dependencies(tc_headers tc_${name}_inc)
endfunction()

# One range of letters of one dialect, as TC_SHARD, TC_DIALECT and TC_NS say:
# its C++ file goes to the shim, its .inc files to <result>.
function(tc_shard td result)
  set(inc ${TC_GEN}/shards/${TC_DIALECT}_${TC_SHARD})
  string(REPLACE "_" "-" letters ${TC_SHARD})
  set(ops "-op-include-regex=^${TC_NS}\\.[${letters}]")
  tc_tblgen(${td} ${inc}.h.inc -gen-op-decls ${ops})
  tc_tblgen(${td} ${inc}.cpp.inc -gen-op-defs ${ops})
  configure_file(${CMAKE_SOURCE_DIR}/lib/shim/OpShard.cpp.in ${inc}.cpp @ONLY)
  tc_room_generated(shim ${inc}.cpp)
  set(${result} ${inc}.h.inc ${inc}.cpp.inc PARENT_SCOPE)
endfunction()

tc_dialect(Tc tc/TcBase.td ATTRS)
tc_dialect(Fx fx/FxOps.td ATTRS SHARDS a_g h_z)
tc_dialect(Prim prim/PrimOps.td SHARDS a_b c_c d_e f_h i_l m_o p_r s_s t_z)
tc_dialect(Loop loop/LoopOps.td SHARDS a_k l_r s_z)
