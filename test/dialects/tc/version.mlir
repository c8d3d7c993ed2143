// RUN: tc-opt %s --split-input-file --verify-diagnostics

module attributes {tc.version = "0.1"} {}

// -----

module attributes {tc.version = "0.0"} {}

// -----

// expected-error @+1 {{[TC-5002] is of tc's version 0.3, this is 0.2}}
module attributes {tc.version = "0.3"} {}

// -----

// expected-error @+1 {{[TC-5002] is of tc's version 1.0, this is 0.2}}
module attributes {tc.version = "1.0"} {}

// -----

// expected-error @+1 {{[TC-0108] tc.version is no version}}
module attributes {tc.version = 1 : i32} {}

// -----

// expected-error @+1 {{[TC-0108] tc.version is no version}}
module attributes {tc.version = "0.1b"} {}
