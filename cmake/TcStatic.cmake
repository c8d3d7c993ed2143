# TC_STATIC: compilers for machines without LLVM, of which each is one program
# that holds several tools and LLVM's linker, each by its name (tools/static).
#   tc-compile-static   tc-compile and tc-worker, without any library: the wheel's
#   self-contained      build/self-contained/, laid out as a build folder: what
#                       scripts/pack.sh packs. Its tools all need libc alone, as
#                       a library, so that test/faults can stand before it.
option(TC_STATIC "Targets for tools that need no LLVM on the machine" OFF)
if(NOT TC_STATIC)
  return()
endif()

file(GLOB archives ${LLVM_LIBRARY_DIRS}/libMLIR*.a ${LLVM_LIBRARY_DIRS}/libLLVM*.a
     ${LLVM_LIBRARY_DIRS}/libPolly*.a)
find_library(lld_elf liblldELF.a PATHS ${LLVM_LIBRARY_DIRS} REQUIRED
             NO_DEFAULT_PATH)
find_library(lld_common liblldCommon.a PATHS ${LLVM_LIBRARY_DIRS} REQUIRED
             NO_DEFAULT_PATH)
find_library(zstd libzstd.a REQUIRED)
find_library(zlib libz.a REQUIRED)

add_library(tc-static-rooms OBJECT EXCLUDE_FROM_ALL
  ${CMAKE_SOURCE_DIR}/lib/shim/Static.cpp)
target_link_libraries(tc-static-rooms PRIVATE tc_flags)
target_include_directories(tc-static-rooms SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
foreach(tool Compile Worker Interpret Reduce)
  string(TOLOWER tc-${tool} name)
  file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/${name}/*.c)
  add_library(${name}-main OBJECT EXCLUDE_FROM_ALL
    ${CMAKE_SOURCE_DIR}/tools/${name}.c ${parts})
  target_link_libraries(${name}-main PRIVATE tc_flags)
  target_include_directories(${name}-main PRIVATE ${CMAKE_SOURCE_DIR}/tools)
  target_compile_definitions(${name}-main PRIVATE main=tc${tool}Main)
endforeach()

# tc_static(TARGET TOOL...): tc-compile and the tools by one program.
function(tc_static target)
  add_executable(${target} EXCLUDE_FROM_ALL
    ${CMAKE_SOURCE_DIR}/tools/static/main.c $<TARGET_OBJECTS:tc-static-rooms>)
  foreach(tool Compile ${ARGN})
    string(TOLOWER tc-${tool}-main main)
    if(TARGET ${main})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${main}>)
    endif()
    target_compile_definitions(${target} PRIVATE TC_HAS_${tool})
  endforeach()
  foreach(room ${rooms})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${room}>)
  endforeach()
  target_link_libraries(${target} PRIVATE tc_flags
    -Wl,--start-group ${lld_elf} ${lld_common} ${archives} -Wl,--end-group
    ${zlib} ${zstd} m pthread)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX
    POSITION_INDEPENDENT_CODE OFF)
endfunction()

tc_static(tc-compile-static Worker)
target_link_options(tc-compile-static PRIVATE -static -Wl,--gc-sections,-s)
set_target_properties(tc-compile-static PROPERTIES OUTPUT_NAME tc-compile
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/static)

# Of its symbols only the names of our own functions are kept: by them faults
# are put where we call the C library, not LLVM (test/faults/Inputs/fault.c).
set(folder ${CMAKE_BINARY_DIR}/self-contained)
set(tools Worker Interpret Opt Reduce)
tc_static(tc-tools-static ${tools})
target_link_options(tc-tools-static PRIVATE -static-libstdc++ -static-libgcc
  -no-pie -Wl,--gc-sections)
set_target_properties(tc-tools-static PROPERTIES OUTPUT_NAME tc-compile
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/static-tools)
foreach(tool ${tools})
  string(TOLOWER tc-${tool} name)
  list(APPEND links COMMAND ${CMAKE_COMMAND} -E create_symlink tc-compile
       ${folder}/bin/${name})
endforeach()
set(objects $<TARGET_OBJECTS:tc-compile-main>)
foreach(part ${rooms} tc-worker-main tc-interpret-main tc-reduce-main)
  list(APPEND objects $<TARGET_OBJECTS:${part}>)
endforeach()
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/static-tools/objects.txt
     CONTENT "$<JOIN:$<FILTER:${objects},INCLUDE,\\.o$>,\n>\n")
add_custom_target(self-contained
  COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/bin ${folder}/lib
          ${folder}/gen/tc/gen ${folder}/test/drivers
  COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/strip.sh ${TC_LLVM_BIN}
          $<TARGET_FILE:tc-tools-static> ${folder}/bin/tc-compile
          ${CMAKE_BINARY_DIR}/static-tools/objects.txt
  ${links}
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:tc-run> ${folder}/bin
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:tcemulate>
          $<TARGET_FILE:tcamx> $<TARGET_FILE:tcrt_shared> ${folder}/lib
  COMMAND ${CMAKE_COMMAND} -E copy ${TC_OPGEN_DIR}/PrimDomains.txt
          ${folder}/gen/tc/gen
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:tcfault> ${folder}/test/drivers
  DEPENDS tc-tools-static tc-run tcemulate tcamx tcrt_shared tcfault VERBATIM)
