# SPDX-License-Identifier: Apache-2.0
"""Invents a multi-rank CI run and writes what such a run leaves behind, with the truth beside it."""
