# .td rows -> llvm-tblgen --dump-json -> opgen -> build/gen/tc/gen: op kinds,
# builders and accessors in C, for our dialects and for those of upstream that
# lowering emits; for our own rows also their tables. opgen does not touch a
# file whose text is unchanged, and llvm-tblgen reports its inputs, so a changed
# row recompiles only what depends on it.
add_subdirectory(${CMAKE_SOURCE_DIR}/tools/opgen)

set(TC_OPGEN_DIR ${CMAKE_BINARY_DIR}/gen/tc/gen)
set(TC_OPGEN_DOCS ${CMAKE_BINARY_DIR}/docs/ir)
file(MAKE_DIRECTORY ${TC_OPGEN_DIR} ${TC_OPGEN_DOCS})

# Defines <result> as the one file that includes all of the .td files.
function(tc_opgen_td name result)
  set(text "")
  foreach(td ${ARGN})
    string(APPEND text "include \"${td}\"\n")
  endforeach()
  set(file ${CMAKE_BINARY_DIR}/gen/opgen/${name}.td)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
  set(${result} ${file} PARENT_SCOPE)
endfunction()

# tc_opgen(<Name> TD <file>... [ROWS]): <Name> is the dialect's name in
# CamelCase; the files are found as includes. ROWS: the dialect is ours, its
# rows have fields beyond ODS, and it gets a page in build/docs/ir.
function(tc_opgen name)
  cmake_parse_arguments(arg "ROWS" "" "TD" ${ARGN})
  string(TOLOWER ${name} dialect)
  tc_opgen_td(${dialect} td ${arg_TD})
  set(json ${CMAKE_BINARY_DIR}/gen/opgen/${dialect}.json)
  set(out ${TC_OPGEN_DIR}/${name})
  set(sources ${out}Ops.c)
  set(headers ${out}Ops.h)
  set(flags "")
  if(arg_ROWS)
    set(flags --rows --docs=${TC_OPGEN_DOCS})
    list(APPEND sources ${out}Info.c ${out}Scalar.c)
    list(APPEND headers ${out}Hooks.h ${out}Table.h ${out}Interp.inc
         ${out}Lower.inc ${out}Vjp.inc ${out}Domains.txt ${TC_OPGEN_DOCS}/${dialect}.md)
  endif()
  add_custom_command(OUTPUT ${json}
    COMMAND ${TC_LLVM_TBLGEN} --dump-json -I${CMAKE_SOURCE_DIR}
            -I${MLIR_INCLUDE_DIRS} ${td} -o ${json} --write-if-changed
            -d ${json}.d
    DEPENDS ${td} DEPFILE ${json}.d
    COMMENT "rows of ${dialect}" VERBATIM)
  add_custom_command(OUTPUT ${sources} ${headers}
    COMMAND opgen --dialect=${dialect} --out=${TC_OPGEN_DIR} ${flags} ${json}
    DEPENDS opgen ${json}
    COMMENT "opgen ${dialect}" VERBATIM)
  add_custom_target(tc_opgen_${dialect} DEPENDS ${sources} ${headers})
  add_dependencies(tc_headers tc_opgen_${dialect})
  tc_room_generated(ir ${sources})
endfunction()

tc_opgen(Fx TD dialects/fx/FxOps.td ROWS)
tc_opgen(Prim TD dialects/prim/PrimOps.td ROWS)
tc_opgen(Loop TD dialects/loop/LoopOps.td ROWS)

set(upstream mlir/Dialect)
tc_opgen(Arith TD ${upstream}/Arith/IR/ArithOps.td)
tc_opgen(Cf TD ${upstream}/ControlFlow/IR/ControlFlowOps.td)
tc_opgen(Func TD ${upstream}/Func/IR/FuncOps.td)
tc_opgen(Gpu TD ${upstream}/GPU/IR/GPUOps.td)
tc_opgen(Llvm TD ${upstream}/LLVMIR/LLVMOps.td
                 ${upstream}/LLVMIR/LLVMIntrinsicOps.td)
tc_opgen(Math TD ${upstream}/Math/IR/MathOps.td)
tc_opgen(Memref TD ${upstream}/MemRef/IR/MemRefOps.td)
tc_opgen(Scf TD ${upstream}/SCF/IR/SCFOps.td)
tc_opgen(Ub TD ${upstream}/UB/IR/UBOps.td)
tc_opgen(Vector TD ${upstream}/Vector/IR/VectorOps.td)
