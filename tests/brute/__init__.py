"""Brute forces that hold the engines to the rules: standard library only, written from the rules alone.

Nothing here imports the program. The code is meant to be read and believed, not to be fast.
"""
