# What code generation depends on - sources and LLVM - as a hash, in
# build/gen/tc/gen/Identity.h. Equal sources give an equal one on any machine.
if(CMAKE_SCRIPT_MODE_FILE)
  # cmake -DROOT=... -DLLVM=... -DOUT=... -P TcIdentity.cmake
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/dialects/* ${ROOT}/driver/*
       ${ROOT}/include/* ${ROOT}/lib/* ${ROOT}/passes/* ${ROOT}/tools/opgen/*)
  list(SORT files)
  set(all "LLVM ${LLVM}\n")
  foreach(file ${files})
    file(SHA256 ${ROOT}/${file} hash)
    string(APPEND all "${hash} ${file}\n")
  endforeach()
  string(SHA256 identity "${all}")
  string(SUBSTRING ${identity} 0 16 identity)
  file(WRITE ${OUT} "#define TC_IDENTITY \"${identity}\"\n")
  return()
endif()

set(identity ${CMAKE_BINARY_DIR}/gen/tc/gen/Identity.h)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/dialects/* ${CMAKE_SOURCE_DIR}/driver/*
     ${CMAKE_SOURCE_DIR}/include/* ${CMAKE_SOURCE_DIR}/lib/*
     ${CMAKE_SOURCE_DIR}/passes/* ${CMAKE_SOURCE_DIR}/tools/opgen/*)
add_custom_command(OUTPUT ${identity}
  COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}
          -DLLVM=${LLVM_PACKAGE_VERSION} -DOUT=${identity}
          -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${sources} ${CMAKE_CURRENT_LIST_FILE} COMMENT "" VERBATIM)
add_custom_target(tc_identity DEPENDS ${identity})
add_dependencies(tc_headers tc_identity)
