"""All rows: importing their families enters them."""

from dusk.formats.onnx import forms_structured as forms_structured
from dusk.formats.onnx import rows_activations as rows_activations
from dusk.formats.onnx import rows_attention as rows_attention
from dusk.formats.onnx import rows_control as rows_control
from dusk.formats.onnx import rows_convert as rows_convert
from dusk.formats.onnx import rows_elementwise as rows_elementwise
from dusk.formats.onnx import rows_gather as rows_gather
from dusk.formats.onnx import rows_images as rows_images
from dusk.formats.onnx import rows_layers as rows_layers
from dusk.formats.onnx import rows_norms as rows_norms
from dusk.formats.onnx import rows_products as rows_products
from dusk.formats.onnx import rows_random as rows_random
from dusk.formats.onnx import rows_recurrent as rows_recurrent
from dusk.formats.onnx import rows_reductions as rows_reductions
from dusk.formats.onnx import rows_resize as rows_resize
from dusk.formats.onnx import rows_shapes as rows_shapes
from dusk.formats.onnx import rows_signals as rows_signals
from dusk.formats.onnx import rows_text as rows_text
from dusk.formats.onnx import rows_training as rows_training
from dusk.formats.onnx import rows_trees as rows_trees
from dusk.formats.onnx import rows_windows as rows_windows
