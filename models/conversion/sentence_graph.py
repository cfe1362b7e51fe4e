"""The whole model as one ONNX graph: token ids and mask in, one unit vector per text out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from onnx import ModelProto, TensorProto, helper

from models.conversion.checkpoint import HEADS, HIDDEN, LAYERS, NORM_EPSILON, Checkpoint, Floats
from models.conversion.graph_writer import FUSED, GraphWriter
from models.conversion.quantisation import quantise_rows, smoothing_factors
from models.conversion.quantised_product import gelu_product, signed_product

OPSET = 18
INTERMEDIATE_FORMAT = 8
IDS, MASK, OUTPUT = "input_ids", "attention_mask", "sentence_embedding"


@dataclass(frozen=True, slots=True)
class SentenceGraph:
    checkpoint: Checkpoint
    largest_inputs: Mapping[str, Floats]
    writer: GraphWriter

    def build(self) -> ModelProto:
        attendable = self.writer.node("Cast", MASK, to=TensorProto.INT32)
        hidden = self._embeddings()
        for number in range(LAYERS):
            hidden = self._attention(number, hidden, attendable)
            hidden = self._feed_forward(number, hidden)
        self._pooled(hidden)
        graph = self.writer.graph("all-MiniLM-L6-v2", [IDS, MASK], OUTPUT, HIDDEN)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(
            graph,
            opset_imports=opsets,
            ir_version=INTERMEDIATE_FORMAT,
            producer_name="OneClaw",
        )

    def _embeddings(self) -> str:
        writer, tensors = self.writer, self.checkpoint.tensors
        table = quantise_rows(tensors["embeddings.word_embeddings.weight"])
        rows = writer.node("Gather", writer.constant("words", table.values), IDS)
        scales = writer.node("Gather", writer.constant("words.scales", table.scales), IDS)
        words = writer.node("Mul", writer.node("Cast", rows, to=TensorProto.FLOAT), scales)
        length = writer.node("Shape", IDS, start=1, end=2)
        first = writer.constant("first", np.array([0]))
        table_positions = writer.constant("positions", self.checkpoint.positions())
        positions = writer.node("Slice", table_positions, first, length, first)
        scale, shift = self._norm("embeddings.LayerNorm")
        summed = writer.node("Add", words, positions)
        return writer.node("LayerNormalization", summed, scale, shift, epsilon=NORM_EPSILON)

    def _attention(self, number: int, hidden: str, attendable: str) -> str:
        writer, checkpoint = self.writer, self.checkpoint
        mixed = self._smoothed(f"qkv{number}", hidden, checkpoint.qkv_weight(number))
        bias = writer.constant(f"qkv{number}.bias", checkpoint.qkv_bias(number))
        query, key, value = writer.nodes("Split", mixed, outputs=3, axis=-1, num_outputs=3)
        attended = writer.fused(
            "MultiHeadAttention", query, key, value, bias, attendable, num_heads=HEADS
        )
        weight = checkpoint.layer(number, "attention.output.dense.weight").T
        product = signed_product(writer, f"attended{number}", attended, weight)
        bias = checkpoint.layer(number, "attention.output.dense.bias")
        return self._add_and_norm(number, "attention.output", hidden, product, bias)

    def _feed_forward(self, number: int, hidden: str) -> str:
        writer, checkpoint = self.writer, self.checkpoint
        weight = checkpoint.layer(number, "intermediate.dense.weight").T
        inner = self._smoothed(f"inner{number}", hidden, weight)
        bias = checkpoint.layer(number, "intermediate.dense.bias")
        inner = writer.fused("BiasGelu", inner, writer.constant(f"inner{number}.bias", bias))
        weight = checkpoint.layer(number, "output.dense.weight").T
        product, correction = gelu_product(writer, f"outer{number}", inner, weight)
        bias = checkpoint.layer(number, "output.dense.bias") + correction
        return self._add_and_norm(number, "output", hidden, product, bias)

    def _smoothed(self, name: str, hidden: str, weight: Floats) -> str:
        factors = smoothing_factors(self.largest_inputs[name], weight)
        return signed_product(self.writer, name, hidden, weight, factors)

    def _add_and_norm(self, number: int, part: str, hidden: str, product: str, bias: Floats) -> str:
        name = f"encoder.layer.{number}.{part}"
        scale, shift = self._norm(f"{name}.LayerNorm")
        bias_name = self.writer.constant(f"{name}.bias", bias)
        return self.writer.fused(
            "SkipLayerNormalization",
            hidden,
            product,
            scale,
            shift,
            bias_name,
            epsilon=NORM_EPSILON,
        )

    def _norm(self, name: str) -> tuple[str, str]:
        tensors = self.checkpoint.tensors
        scale = self.writer.constant(f"{name}.weight", tensors[f"{name}.weight"])
        return scale, self.writer.constant(f"{name}.bias", tensors[f"{name}.bias"])

    def _pooled(self, hidden: str) -> None:
        """The masked sum, made a unit vector: its direction is the masked mean's."""
        writer = self.writer
        second = writer.constant("second_axis", np.array([1]))
        mask = writer.node("Cast", MASK, to=TensorProto.FLOAT)
        total = writer.node("MatMul", writer.node("Unsqueeze", mask, second), hidden)
        total = writer.node("Squeeze", total, second)
        length = writer.node("ReduceL2", total, second, keepdims=1)
        writer.node("Div", total, length, output=OUTPUT)
