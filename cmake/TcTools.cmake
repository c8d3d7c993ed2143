# tools/<name>.c, and tools/<name>/*.c where there are any -> bin/<name>;
# test/unit/<name>.c -> test/unit/<name>.
set(runtime_tools tc-run) # these need no compiler
file(GLOB mains CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/*.c)
foreach(main ${mains})
  get_filename_component(name ${main} NAME_WE)
  file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/${name}/*.c)
  add_executable(${name} ${main} ${parts})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tools)
  if(name IN_LIST runtime_tools)
    target_link_libraries(${name} PRIVATE tc_flags tcrt)
  else()
    target_link_libraries(${name} PRIVATE tc_flags tc)
  endif()
  set_target_properties(${name} PROPERTIES INSTALL_RPATH
    "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  list(APPEND TC_TOOLS ${name})
endforeach()

# Unit tests see all of the library, the MLIR C API included.
file(GLOB units CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/unit/*.c)
foreach(unit ${units})
  get_filename_component(name ${unit} NAME_WE)
  add_executable(unit_${name} ${unit})
  set_target_properties(unit_${name} PROPERTIES OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/unit
    LINKER_LANGUAGE CXX)
  target_compile_definitions(unit_${name} PRIVATE
    TC_SOURCE_DIR="${CMAKE_SOURCE_DIR}" TC_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_link_libraries(unit_${name} PRIVATE tc_flags tc
    -Wl,--start-group ${capi} -Wl,--end-group
    ${LLVM_LIBRARY_DIRS}/libMLIR.so ${LLVM_LIBRARY_DIRS}/libLLVM-22.so m)
endforeach()

# What runs kernels for GPUs on the CPU (test/gpu/Inputs/threads.c), to be preloaded.
add_library(tcemulate SHARED ${CMAKE_SOURCE_DIR}/test/gpu/Inputs/threads.c
  ${CMAKE_SOURCE_DIR}/test/gpu/Inputs/thread_tensors.c
  ${CMAKE_SOURCE_DIR}/test/gpu/Inputs/thread_units.c)
target_link_libraries(tcemulate PRIVATE tc_flags)

# What runs the instructions of AMX on other CPUs, to be preloaded.
add_library(tcamx SHARED ${CMAKE_SOURCE_DIR}/test/exec/cpu/Inputs/amx.c)
target_link_libraries(tcamx PRIVATE tc_flags)

# Drivers of GPUs for tests on machines that have none (test/gpu/Inputs).
function(tc_standin_driver name file)
  set(inputs ${CMAKE_SOURCE_DIR}/test/gpu/Inputs)
  add_library(${name} SHARED ${inputs}/standin.c ${inputs}/standin_device.c
    ${inputs}/standin_memory.c ${inputs}/standin_graph.c)
  target_link_libraries(${name} PRIVATE tc_flags)
  target_compile_definitions(${name} PRIVATE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" OUTPUT_NAME ${file}
    SUFFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/drivers)
endfunction()
tc_standin_driver(tc_standin_cuda libcuda.so.1)
tc_standin_driver(tc_standin_hip libamdhip64.so.7 STANDIN_HIP)

# A preload library that makes C library calls fail (test/faults).
add_library(tcfault SHARED ${CMAKE_SOURCE_DIR}/test/faults/Inputs/fault.c)
target_link_libraries(tcfault PRIVATE tc_flags ${CMAKE_DL_LIBS})
set_target_properties(tcfault PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/drivers)
