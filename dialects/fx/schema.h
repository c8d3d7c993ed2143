// Schemas of ATen overloads: the arguments of a call, their kinds, defaults and
// alias marks, as PyTorch declares them. The table is schemas.inc, written by
// capture/schemas.py; a schema is read from its line when it is looked up, so
// there is nothing to set up and nothing to free.
#ifndef TC_DIALECTS_FX_SCHEMA_H
#define TC_DIALECTS_FX_SCHEMA_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum TcFxKind {
  TC_FX_TENSOR, ///< Or a Python number, which PyTorch makes a tensor of.
  TC_FX_SCALAR, ///< int, float or bool
  TC_FX_INT,    ///< Sizes included.
  TC_FX_FLOAT,
  TC_FX_BOOL,
  TC_FX_STR,
  TC_FX_DTYPE,
  TC_FX_LAYOUT,
  TC_FX_DEVICE,
  TC_FX_MEMORY_FORMAT,
  TC_FX_GENERATOR,
} TcFxKind;

/// An argument or a result.
typedef struct TcFxArg {
  MlirStringRef name; ///< "" for most results.
  TcFxKind kind;
  bool isOptional;      ///< May be none.
  bool isList;          ///< Of `kind`.
  bool elementOptional; ///< Elements of the list may be none.
  bool keywordOnly;
  bool isMutated;
  int64_t listSize; ///< int[2]: 2, where one number stands for all; else 0.
  uint32_t
      aliasSets; ///< Bit i: set 'a' + i. Values that share a set may alias.
  /// Name of the bool argument under which this one is written although its
  /// schema does not mark it (running statistics); else "".
  MlirStringRef mutatedIf;
  MlirStringRef defaultText; ///< Null data: the argument must be given.
} TcFxArg;

enum { TC_FX_MAX_ARGS = 24, TC_FX_MAX_RESULTS = 12 };

typedef struct TcFxSchema {
  MlirStringRef name; ///< "aten.add.Tensor"; lives forever, as all texts here.
  int numArgs, numResults;
  TcFxArg args[TC_FX_MAX_ARGS];
  TcFxArg results[TC_FX_MAX_RESULTS];
} TcFxSchema;

/// Fills in `out` and returns true if there is a schema of that name.
bool tcFxSchemaLookup(MlirStringRef name, TcFxSchema *out);

/// The table: how many there are, and the name of one.
int tcFxSchemaCount(void);
MlirStringRef tcFxSchemaName(int index);

/// Position of the argument of that name, or -1.
int tcFxSchemaFindArg(const TcFxSchema *schema, MlirStringRef name);

/// Whether a call of it may write to one of its arguments.
bool tcFxSchemaMutates(const TcFxSchema *schema);

/// The default as a leaf of an argument tree: i64, f64, bool, string, type or
/// unit (none) attributes, arrays of them; null if there is no default.
MlirAttribute tcFxArgDefault(MlirContext context, const TcFxArg *arg);

typedef enum TcFxBindError {
  TC_FX_BIND_OK,
  TC_FX_BIND_TOO_MANY, ///< More positional arguments than the schema takes.
  TC_FX_BIND_UNKNOWN,  ///< A keyword that is no argument's name.
  TC_FX_BIND_TWICE,    ///< Given by position and by keyword.
  TC_FX_BIND_MISSING,  ///< Not given, and no default.
} TcFxBindError;

/// Binds the argument tree of a call (`args` an array, `kwargs` a dictionary or
/// null) to the arguments of its schema: bound[i] is the value of argument i,
/// or its default. On an error *culprit names the argument, where there is one.
TcFxBindError tcFxSchemaBind(MlirContext context, const TcFxSchema *schema,
                             MlirAttribute args, MlirAttribute kwargs,
                             MlirAttribute bound[TC_FX_MAX_ARGS],
                             MlirStringRef *culprit);

/// "int[2]", "Tensor?": for messages. Gives `buffer`.
const char *tcFxArgPrintKind(const TcFxArg *arg, char buffer[32]);

/// Whether a leaf of an argument tree is a complex number: dense elements of
/// one complex<f64> without dimensions. Its parts, real and imaginary, go to
/// `parts` (may be null).
bool tcFxIsComplexNumber(MlirAttribute leaf, double parts[2]);

#endif // TC_DIALECTS_FX_SCHEMA_H
