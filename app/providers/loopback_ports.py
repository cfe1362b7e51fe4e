"""Where model servers of this device listen, unless somebody moved them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoopbackPorts:
    ollama: int = 11434
    lm_studio: int = 1234
    llama_cpp: int = 8080
