# A libFuzzer program for each of attend, trace and gradient, in build/fuzz/tests/. The core is built with the same
# sanitizers and with the fuzzer's counters: the preset "fuzz" says so.
add_custom_target(fuzz_targets)
foreach(name attend trace gradient)
  add_executable(fuzz_${name} tests/fuzz/fuzz_${name}.cpp)
  target_include_directories(fuzz_${name} PRIVATE tests/cpp)
  target_compile_options(fuzz_${name} PRIVATE ${compile_options})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${name} PRIVATE heed)
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_dependencies(fuzz_targets fuzz_${name})
endforeach()
