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

# tc_dialect(<Name> <td> [SHARDS <n>] [ATTRS]): all .inc files of one dialect;
# with SHARDS it has ops.
function(tc_dialect name td)
  cmake_parse_arguments(arg "ATTRS" "SHARDS" "" ${ARGN})
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
    tc_op_shards(${name} ${td} ${arg_SHARDS} shards)
    list(APPEND headers ${out}Ops.h.inc ${out}Ops.cpp.inc)
    tc_room_generated(shim ${shards})
  endif()
  add_custom_target(tc_${name}_inc DEPENDS ${headers})
  add_dependencies(tc_headers tc_${name}_inc)
endfunction()

# Defines <result> as the C++ files that hold the shards of the ops of <td>.
function(tc_op_shards name td count result)
  tc_tblgen(${td} ${out}Ops.h.inc -gen-op-decls -op-shard-count=${count})
  tc_tblgen(${td} ${out}Ops.cpp.inc -gen-op-defs -op-shard-count=${count})
  set(TC_DIALECT ${name})
  set(files "")
  math(EXPR last "${count} - 1")
  foreach(TC_SHARD RANGE ${last})
    set(file ${TC_GEN}/shards/${name}Ops${TC_SHARD}.cpp)
    configure_file(${CMAKE_SOURCE_DIR}/lib/shim/OpShard.cpp.in ${file} @ONLY)
    list(APPEND files ${file})
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

tc_dialect(Tc tc/TcBase.td ATTRS)
tc_dialect(Fx fx/FxOps.td SHARDS 2 ATTRS)
tc_dialect(Prim prim/PrimOps.td SHARDS 10)
tc_dialect(Loop loop/LoopOps.td SHARDS 2)
