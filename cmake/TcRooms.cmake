# A room is a folder of sources compiled to one object library. Every C and
# C++ file below it belongs to it; a new file is picked up by the next build.
set_property(GLOBAL PROPERTY TC_ROOMS "")

function(tc_room name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
       ${CMAKE_SOURCE_DIR}/${folder}/*.c ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX /lib/shim/Static.cpp$) # TcStatic.cmake
  get_property(generated GLOBAL PROPERTY TC_GENERATED_${name})
  list(APPEND sources ${generated})
  if(NOT sources)
    return()
  endif()
  add_library(tc_${name} OBJECT ${sources})
  target_link_libraries(tc_${name} PRIVATE tc_flags)
  add_dependencies(tc_${name} tc_headers)
  set_property(GLOBAL APPEND PROPERTY TC_ROOMS tc_${name})
endfunction()

# Adds generated sources to a room; call before the room is declared.
function(tc_room_generated name)
  set_property(GLOBAL APPEND PROPERTY TC_GENERATED_${name} ${ARGN})
endfunction()

# Everything generated that other files include; rooms are compiled after it.
add_custom_target(tc_headers)
