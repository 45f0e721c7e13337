# The case files of tests/suites for a test program: packed into one binary, which is read from the build folder; Node
# lends a wasm program its file system for that.
find_program(NODE_PROGRAM node REQUIRED)

file(GLOB case_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/suites/*/*.json)
set(packed_suites ${CMAKE_BINARY_DIR}/suites.bin)
add_custom_command(OUTPUT ${packed_suites}
  COMMAND ${NODE_PROGRAM} ${CMAKE_SOURCE_DIR}/tests/suites/pack.mjs ${packed_suites}
  DEPENDS ${CMAKE_SOURCE_DIR}/tests/suites/pack.mjs ${case_files}
  COMMENT "Packing the case files")
add_custom_target(suites DEPENDS ${packed_suites})

set(suite_sources
  tests/cpp/suites/records.cpp
  tests/cpp/suites/attention_case.cpp
  tests/cpp/suites/run_attention.cpp
  tests/cpp/suites/run_gradient.cpp
  tests/cpp/suites/run_other_ops.cpp
  tests/cpp/suites/suites_test.cpp)

function(use_suites name)
  target_compile_definitions(${name} PRIVATE HEED_SUITES_FILE="${packed_suites}")
  add_dependencies(${name} suites)
  if(EMSCRIPTEN)
    target_link_options(${name} PRIVATE -sNODERAWFS)
  endif()
endfunction()
