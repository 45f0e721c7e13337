# The static library for others: find_package(heed) gives heed::heed, whose contract is <heed/heed.h>; <heed/lab/...> holds
# what explainers need besides.
include(CMakePackageConfigHelpers)

install(TARGETS heed EXPORT heedTargets)
install(FILES cpp/heed.h cpp/views.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heed)
install(FILES cpp/lab/open_cell.h cpp/lab/pair.h cpp/lab/softmax_jacobian.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heed/lab)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/heed)
install(EXPORT heedTargets NAMESPACE heed:: DESTINATION ${package_folder})
configure_package_config_file(cpp/heedConfig.cmake.in heedConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may break what the one before promised.
write_basic_package_version_file(heedConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/heedConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/heedConfigVersion.cmake
  DESTINATION ${package_folder})
