# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twelve PyTorch models at reduced sizes, with their losses and synthetic data that can be learned.

The structures are those of the papers (residual blocks with batch norm, pre-norm attention, rotary embedding, top-2 routing, ...);
widths, depths and images are small, so that 50 steps of each on a CPU take seconds.
"""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn


@dataclasses.dataclass(frozen=True)
class Case:
    """A model, its loss as loss(model, *batch), and batch number i."""

    name: str
    size: str
    model: nn.Module
    loss: Callable[..., Any]
    batch: Callable[[int], tuple[Any, ...]]
    rate: float = 1e-3

    def optimizer(self, parameters: Any) -> Any:
        return torch.optim.AdamW(parameters, self.rate)


def _seeded(i: int) -> torch.Generator:
    return torch.Generator().manual_seed(1000 + i)


def classified(model: nn.Module, x: Any, y: Any) -> Any:
    return F.cross_entropy(model(x), y)


def next_token(model: nn.Module, tokens: Any) -> Any:
    logits = model(tokens[:, :-1])
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), tokens[:, 1:].reshape(-1))


def images(classes: int, channels: int, size: int, count: int) -> Callable[[int], tuple[Any, Any]]:
    """Images of as many patterns as classes, under noise of five times their size."""
    patterns = torch.randn(classes, channels, size, size, generator=torch.Generator().manual_seed(7))

    def batch(i: int) -> tuple[Any, Any]:
        g = _seeded(i)
        y = torch.randint(classes, (count,), generator=g)
        return patterns[y] + 5 * torch.randn(count, channels, size, size, generator=g), y

    return batch


def sequences(vocabulary: int, length: int, count: int) -> Callable[[int], tuple[Any]]:
    """Arithmetic progressions of tokens."""

    def batch(i: int) -> tuple[Any]:
        g = _seeded(i)
        start, step = (torch.randint(1, vocabulary, (count, 1), generator=g) for _ in range(2))
        return ((start + step * torch.arange(length)) % vocabulary,)

    return batch


class Residual(nn.Module):
    """ResNet's basic block."""

    def __init__(self, inside: int, width: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(inside, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.short = nn.Sequential()
        if stride != 1 or inside != width:
            self.short = nn.Sequential(nn.Conv2d(inside, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Any) -> Any:
        return F.relu(self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x))))) + self.short(x))


class ResNet18(nn.Module):
    def __init__(self, width: int, classes: int) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        blocks, inside = [], width
        for i in range(4):
            for stride in (2 if i else 1, 1):
                blocks.append(Residual(inside, width << i, stride))
                inside = width << i
        self.blocks, self.head = nn.Sequential(*blocks), nn.Linear(inside, classes)

    def forward(self, x: Any) -> Any:
        return self.head(F.adaptive_avg_pool2d(self.blocks(self.stem(x)), 1).flatten(1))


class Attention(nn.Module):
    """Multi-head attention."""

    def __init__(self, width: int, heads: int, causal: bool, rotary: bool = False) -> None:
        super().__init__()
        self.heads, self.causal, self.rotary = heads, causal, rotary
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x: Any) -> Any:
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        if self.rotary:
            q, k = turned(q), turned(k)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.out(y.transpose(1, 2).reshape(batch, length, width))


def turned(x: Any) -> Any:
    """Rotary position embedding."""
    half = x.shape[-1] // 2
    angle = torch.arange(x.shape[-2], dtype=torch.float32)[:, None] * torch.exp(torch.arange(half, dtype=torch.float32) * (-math.log(1e4) / half))
    cos, sin = angle.cos(), angle.sin()
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


class Block(nn.Module):
    """A transformer block; the norm is in front of each part, or behind it (BERT)."""

    def __init__(self, width: int, heads: int, causal: bool, post: bool = False) -> None:
        super().__init__()
        self.post = post
        self.attention = Attention(width, heads, causal)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh" if causal else "none"), nn.Linear(4 * width, width))

    def forward(self, x: Any) -> Any:
        if self.post:
            x = self.norm1(x + self.attention(x))
            return self.norm2(x + self.mlp(x))
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    def __init__(self, width: int, depth: int, size: int, patch: int, classes: int) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.position = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, width) * 0.02)
        self.blocks = nn.Sequential(*[Block(width, 4, False) for _ in range(depth)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, x: Any) -> Any:
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.position
        return self.head(self.norm(self.blocks(x))[:, 0])


class GPT2(nn.Module):
    """The head shares the embedding's weights."""

    def __init__(self, vocabulary: int, width: int, depth: int, length: int) -> None:
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*[Block(width, 4, True) for _ in range(depth)])
        self.norm = nn.LayerNorm(width)
        nn.init.normal_(self.wte.weight, std=0.02)

    def forward(self, tokens: Any) -> Any:
        x = self.wte(tokens) + self.wpe(torch.arange(tokens.shape[1]))
        return self.norm(self.blocks(x)) @ self.wte.weight.T


class Bert(nn.Module):
    """Masked tokens."""

    def __init__(self, vocabulary: int, width: int, depth: int, length: int) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.norm = nn.LayerNorm(width)
        self.blocks = nn.Sequential(*[Block(width, 4, False, post=True) for _ in range(depth)])
        self.head = nn.Linear(width, vocabulary)

    def forward(self, tokens: Any) -> Any:
        return self.head(self.blocks(self.norm(self.words(tokens) + self.positions(torch.arange(tokens.shape[1])))))


def masked(model: nn.Module, tokens: Any) -> Any:
    hidden = torch.where(torch.arange(tokens.shape[1]) % 5 == 0, torch.zeros_like(tokens), tokens)
    logits = model(hidden)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), tokens.reshape(-1))


class RMSNorm(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Any) -> Any:
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


class Llama(nn.Module):
    """One block between an embedding and a head: rotary embedding, RMS norm, SwiGLU."""

    def __init__(self, vocabulary: int, width: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.attention = Attention(width, 4, True, rotary=True)
        self.norm1, self.norm2, self.norm3 = RMSNorm(width), RMSNorm(width), RMSNorm(width)
        self.gate, self.up = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, 3 * width, bias=False)
        self.down, self.head = nn.Linear(3 * width, width, bias=False), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens: Any) -> Any:
        x = self.embedding(tokens)
        x = x + self.attention(self.norm1(x))
        h = self.norm2(x)
        return self.head(self.norm3(x + self.down(F.silu(self.gate(h)) * self.up(h))))


class MoE(nn.Module):
    """Experts of which each row takes the best two."""

    def __init__(self, inside: int, width: int, experts: int, classes: int) -> None:
        super().__init__()
        self.first, self.router, self.head = nn.Linear(inside, width), nn.Linear(width, experts), nn.Linear(width, classes)
        self.up = nn.Parameter(torch.randn(experts, width, 2 * width) / math.sqrt(width))
        self.down = nn.Parameter(torch.randn(experts, 2 * width, width) / math.sqrt(2 * width))

    def forward(self, x: Any) -> Any:
        h = F.relu(self.first(x.flatten(1)))
        scores = F.softmax(self.router(h), -1)
        best, index = scores.topk(2, -1)
        gates = torch.zeros_like(scores).scatter(1, index, best / best.sum(-1, keepdim=True))
        y = torch.einsum("ebh,ehw->ebw", F.gelu(torch.einsum("bw,ewh->ebh", h, self.up)), self.down)
        return self.head(h + torch.einsum("be,ebw->bw", gates, y))


class UNet(nn.Module):
    """Two levels down and up, with group norm; `time` for diffusion."""

    def __init__(self, channels: int, width: int, out: int, time: bool = False) -> None:
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, width), nn.SiLU(), nn.Linear(width, 2 * width)) if time else None
        self.down1, self.down2 = self._part(channels, width), self._part(width, 2 * width)
        self.middle = self._part(2 * width, 2 * width)
        self.up2 = nn.ConvTranspose2d(2 * width, width, 2, 2)
        self.up1, self.head = self._part(2 * width, width), nn.Conv2d(width, out, 1)

    @staticmethod
    def _part(inside: int, width: int) -> nn.Module:
        return nn.Sequential(nn.Conv2d(inside, width, 3, padding=1), nn.GroupNorm(4, width), nn.SiLU())

    def forward(self, x: Any, t: Any = None) -> Any:
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        if self.time is not None:
            angle = t[:, None] * torch.exp(torch.arange(8) * -0.5)
            b = b + self.time(torch.cat([angle.sin(), angle.cos()], -1))[:, :, None, None]
        c = self.up2(self.middle(b))
        return self.head(self.up1(torch.cat([a, c], 1)))


def segmented(model: nn.Module, x: Any, y: Any) -> Any:
    return F.binary_cross_entropy_with_logits(model(x), y)


def shapes(count: int, size: int) -> Callable[[int], tuple[Any, Any]]:
    """Noisy discs, and where they are."""

    def batch(i: int) -> tuple[Any, Any]:
        g = _seeded(i)
        at = torch.rand(count, 2, 1, 1, generator=g)
        grid = torch.stack(torch.meshgrid(torch.linspace(0, 1, size), torch.linspace(0, 1, size), indexing="ij"))
        disc = (((grid - at) ** 2).sum(1, keepdim=True) < 0.06).float()
        return disc + 0.3 * torch.randn(count, 1, size, size, generator=g), disc

    return batch


def denoised(model: nn.Module, x: Any, noise: Any, t: Any) -> Any:
    level = torch.cos(t)[:, None, None, None]
    return F.mse_loss(model(level * x + torch.sqrt(1 - level * level) * noise, t), noise)


def diffused(count: int, size: int) -> Callable[[int], tuple[Any, Any, Any]]:
    discs = shapes(count, size)

    def batch(i: int) -> tuple[Any, Any, Any]:
        g = _seeded(i)
        return discs(i)[1], torch.randn(count, 1, size, size, generator=g), torch.rand(count, generator=g) * 1.4 + 0.05

    return batch


class Tagger(nn.Module):
    """An LSTM over tokens."""

    def __init__(self, vocabulary: int, width: int) -> None:
        super().__init__()
        self.embedding, self.lstm = nn.Embedding(vocabulary, width), nn.LSTM(width, width, batch_first=True)
        self.head = nn.Linear(width, vocabulary)

    def forward(self, tokens: Any) -> Any:
        return self.head(self.lstm(self.embedding(tokens))[0])


class Pair(nn.Module):
    """Two towers whose outputs meet (CLIP)."""

    def __init__(self, size: int, vocabulary: int, width: int) -> None:
        super().__init__()
        self.image = nn.Sequential(nn.Conv2d(3, width, 4, 4), nn.ReLU(), nn.Flatten(), nn.Linear(width * (size // 4) ** 2, width))
        self.words, self.text = nn.Embedding(vocabulary, width), nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, width))
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, x: Any, tokens: Any) -> Any:
        a, b = F.normalize(self.image(x), dim=-1), F.normalize(self.text(self.words(tokens).mean(1)), dim=-1)
        return a @ b.T * self.scale.exp()


def contrasted(model: nn.Module, x: Any, tokens: Any) -> Any:
    scores = model(x, tokens)
    own = torch.arange(scores.shape[0])
    return (F.cross_entropy(scores, own) + F.cross_entropy(scores.T, own)) / 2


def captioned(size: int, vocabulary: int, count: int) -> Callable[[int], tuple[Any, Any]]:
    pictures = images(vocabulary - 4, 3, size, count)

    def batch(i: int) -> tuple[Any, Any]:
        x, y = pictures(i)
        return x, torch.stack([y, y + 1, y + 3], 1)

    return batch


class Mlp(nn.Sequential):
    def __init__(self, inside: int, width: int, classes: int) -> None:
        super().__init__(nn.Flatten(), nn.Linear(inside, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, classes))


class Cnn(nn.Sequential):
    def __init__(self, width: int, classes: int) -> None:
        super().__init__(
            nn.Conv2d(3, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1, bias=False), nn.BatchNorm2d(2 * width), nn.ReLU(), nn.AdaptiveAvgPool2d(2),
            nn.Flatten(), nn.Linear(8 * width, classes),
        )  # fmt: skip


MAKERS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "mlp": lambda: ("3x16x16, 256 wide, batch 64", Mlp(768, 256, 10), classified, images(10, 3, 16, 64)),
    "cnn": lambda: ("3x16x16, 32 channels, batch 32", Cnn(32, 10), classified, images(10, 3, 16, 32)),
    "resnet18": lambda: ("3x32x32, 16 channels, batch 16", ResNet18(16, 10), classified, images(10, 3, 32, 16)),
    "vit": lambda: ("3x32x32, 96 wide, 4 deep, batch 16", ViT(96, 4, 32, 8, 10), classified, images(10, 3, 32, 16)),
    "unet": lambda: ("1x32x32, 16 channels, batch 8", UNet(1, 16, 1), segmented, shapes(8, 32)),
    "lstm": lambda: ("32 tokens, 96 wide, batch 16", Tagger(64, 96), next_token, sequences(64, 32, 16)),
    "gpt2": lambda: ("64 tokens, 128 wide, 4 deep, batch 8", GPT2(512, 128, 4, 64), next_token, sequences(512, 64, 8)),
    "bert": lambda: ("64 tokens of 1,024 words, 128 wide, 4 deep, batch 8", Bert(1024, 128, 4, 64), masked, sequences(1024, 64, 8)),
    "llama": lambda: ("64 tokens, 128 wide, 1 deep, batch 8", Llama(512, 128), next_token, sequences(512, 64, 8)),
    "moe": lambda: ("8 experts, 128 wide, batch 64", MoE(768, 128, 8, 10), classified, images(10, 3, 16, 64)),
    "diffusion": lambda: ("1x16x16, 16 channels, batch 16", UNet(1, 16, 1, time=True), denoised, diffused(16, 16)),
    "contrastive": lambda: ("3x16x16 and 3 tokens, 128 wide, batch 32", Pair(16, 64, 128), contrasted, captioned(16, 64, 32)),
}


def case(name: str, seed: int = 0) -> Case:
    """The case of a name, with weights from a seed."""
    torch.manual_seed(seed)
    size, model, loss, batch = MAKERS[name]()
    return Case(name, size, model, loss, batch)
