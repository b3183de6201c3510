"""What a statement may change, by its form."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CHANGING = _words("""
    backward step zero_grad append extend update pop insert clear train eval load_state_dict
    apply add_module manual_seed register_buffer register_parameter register_hook
    register_forward_hook register_full_backward_hook register_forward_pre_hook setattr remove
""")
_PURE = _words("""
    view reshape sum mean max min prod std var t transpose permute size stride is_contiguous
    contiguous numel dim item tolist numpy clone detach flatten squeeze unsqueeze expand
    repeat chunk split float int long half double bool type argmax argmin sort argsort topk
    matmul mm bmm dot norm abs exp log sqrt pow round floor ceil clamp element_size
    storage_offset data_ptr is_floating_point all any cumsum eq equal allclose softmax narrow
    select gather index_select masked_select new_zeros new_ones byte cpu diagonal unique
    nonzero where add sub mul div storage untyped_storage is_shared get_device keys values
    items format join parameters named_parameters children modules
""")
"""Methods that change nothing, so that a line which only calls one is needed by nobody."""
_NEW = _words("""
    clone sum mean std var prod exp log sqrt pow matmul mm bmm dot norm item tolist softmax
    cumsum tensor zeros ones rand randn arange full eye stack cat add sub mul div
""")
"""Calls whose result has memory of its own."""
_SETTINGS = _words("""
    manual_seed manual_seed_all set_default_dtype set_default_device seed set_grad_enabled
    set_printoptions set_default_tensor_type set_num_threads use_deterministic_algorithms
    set_detect_anomaly filterwarnings simplefilter set_float32_matmul_precision set_rng_state
    set_warn_always
""")
_MODULES = ("torch", "F", "np", "math")


def makes_new(statement: ast.stmt) -> bool:
    """Whether what it binds surely has memory of its own."""
    match statement:
        case ast.Assign(value=ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.Constant()):
            return True
        case ast.Assign(value=ast.Call() as call):
            return _called(call) in _NEW
    return False


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def changed(statement: ast.stmt) -> Iterator[tuple[str, bool]]:
    """The names whose things the statement may change, and whether only their own memory."""
    for node in ast.walk(statement):
        roots: list[str | None] = []
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                roots = [_root(one) for one in targets if not isinstance(one, ast.Name)]
            case ast.AugAssign(target=target):
                roots = [_root(target)]
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
                roots = []
            case ast.Expr(value=ast.Call() as call) if _is_pure(call):
                roots = []
            case ast.Expr(value=ast.Call() as call):
                roots = [one.id for one in ast.walk(call) if isinstance(one, ast.Name)]
            case ast.Call(func=function, args=args, keywords=keywords) if _may_change(node):
                inner = [*args, *(one.value for one in keywords)]
                roots = [_root(function), *map(_root, inner)]
        is_write = not isinstance(node, ast.Expr) and not (
            isinstance(node, ast.Call) and _called(node) in _CHANGING
        )
        yield from ((root, is_write or _writes(node)) for root in roots if root)


def _writes(node: ast.AST) -> bool:
    """Whether it is a call such as `x.add_(1)`, or `x[0].fill_(2)`."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name.endswith("_") and not name.endswith("__") and name != "requires_grad_"
    return False


def _may_change(call: ast.Call) -> bool:
    name = _called(call)
    in_place = name.endswith("_") and not name.endswith("__")
    return in_place or name in _CHANGING or any(one.arg == "out" for one in call.keywords)


def _is_pure(call: ast.Call) -> bool:
    """Whether a call is known to change nothing; other calls within it are looked at apart."""
    match call.func:
        case ast.Name(id=name):
            return name in vars(builtins) and name not in (
                "exec",
                "eval",
                "setattr",
                "delattr",
                "next",
            )
        case ast.Attribute(attr=name, value=value):
            of_torch = _root(value) in _MODULES
            return name in _PURE or (
                of_torch and name not in _SETTINGS | _CHANGING and not _may_change(call)
            )
    return False


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def is_setting(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call() as call):
            generator = isinstance(call.func, ast.Attribute) and _root(call.func) not in (
                *_MODULES,
                "random",
                "warnings",
            )
            return _called(call) in _SETTINGS and not generator
        case ast.ImportFrom(names=names):
            return any(alias.name == "*" for alias in names)
        case ast.Assign(targets=[ast.Attribute() as target]):
            return ast.unparse(target).startswith("torch.backends")
    return False
