"""The verdict ledger without a server: canonical claims, signed receipts, keys, the store, replay. Needs the extra `lipai[ledger]`.

Nothing outside imports it before a ledger is asked for, so that who keeps none pays nothing.
"""
