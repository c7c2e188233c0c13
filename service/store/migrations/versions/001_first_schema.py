"""The first schema: banks, pools, drills, attempts, clients, jobs, audit log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("previous_hash", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit_log")),
        sa.UniqueConstraint("hash", name=op.f("uq_audit_log_hash")),
    )
    op.create_table(
        "banks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("topics", sa.JSON(), nullable=False),
        sa.Column("licence", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_banks")),
    )
    op.create_table(
        "clients",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clients")),
        sa.UniqueConstraint("name", name=op.f("uq_clients_name")),
    )
    op.create_table(
        "drills",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=True),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("policy", sa.JSON(), nullable=False),
        sa.Column("selection", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drills")),
        sa.UniqueConstraint("topic", name=op.f("uq_drills_topic")),
    )
    op.create_index(op.f("ix_drills_owner"), "drills", ["owner"], unique=False)
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "idempotency",
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("headers", sa.JSON(), nullable=True),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("caller", "key", name=op.f("pk_idempotency")),
    )
    op.create_index(op.f("ix_idempotency_created_at"), "idempotency", ["created_at"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("nudges", sa.Integer(), nullable=False),
        sa.Column("nudged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_parent"), "jobs", ["parent"], unique=False)
    op.create_index("ix_jobs_state_next_at", "jobs", ["state", "next_at"], unique=False)
    op.create_index(
        "uq_jobs_undone",
        "jobs",
        ["kind", "subject"],
        unique=True,
        sqlite_where=sa.text("state IN ('due', 'running')"),
        postgresql_where=sa.text("state IN ('due', 'running')"),
    )
    op.create_table(
        "pools",
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("grading_hash", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("next_seed", sa.Integer(), nullable=False),
        sa.Column("barren", sa.Integer(), nullable=False),
        sa.Column("is_complete", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("item", "grading_hash", name=op.f("pk_pools")),
    )
    op.create_table(
        "variants",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("grading_hash", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_variants")),
        sa.UniqueConstraint(
            "item",
            "grading_hash",
            "prompt_hash",
            name=op.f("uq_variants_item_grading_hash_prompt_hash"),
        ),
        sa.UniqueConstraint(
            "item", "grading_hash", "rank", name=op.f("uq_variants_item_grading_hash_rank")
        ),
        sa.UniqueConstraint(
            "item", "grading_hash", "seed", name=op.f("uq_variants_item_grading_hash_seed")
        ),
    )
    op.create_table(
        "assignments",
        sa.Column("drill_id", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["drill_id"], ["drills.id"], name=op.f("fk_assignments_drill_id")),
        sa.PrimaryKeyConstraint("drill_id", "item", name=op.f("pk_assignments")),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("drill_id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("policy", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("given", sa.Text(), nullable=True),
        sa.Column("maximum", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["drill_id"], ["drills.id"], name=op.f("fk_attempts_drill_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.UniqueConstraint(
            "drill_id",
            "owner",
            "learner",
            "number",
            name=op.f("uq_attempts_drill_id_owner_learner_number"),
        ),
    )
    op.create_index(op.f("ix_attempts_deadline_at"), "attempts", ["deadline_at"], unique=False)
    op.create_table(
        "items",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("bank_id", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("difficulty", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("interactions", sa.JSON(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("is_present", sa.Boolean(), nullable=False),
        sa.Column("revision_id", sa.Integer(), nullable=True),
        sa.Column("latest_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["bank_id"], ["banks.id"], name=op.f("fk_items_bank_id")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_items")),
    )
    op.create_index(op.f("ix_items_bank_id"), "items", ["bank_id"], unique=False)
    op.create_table(
        "keys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_keys_client_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keys")),
        sa.UniqueConstraint("digest", name=op.f("uq_keys_digest")),
    )
    op.create_index(op.f("ix_keys_client_id"), "keys", ["client_id"], unique=False)
    op.create_table(
        "item_revisions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("major", sa.Integer(), nullable=False),
        sa.Column("minor", sa.Integer(), nullable=False),
        sa.Column("grading_hash", sa.Text(), nullable=False),
        sa.Column("text_hash", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("audit_report", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.name"], name=op.f("fk_item_revisions_item")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item_revisions")),
        sa.UniqueConstraint(
            "item", "major", "minor", name=op.f("uq_item_revisions_item_major_minor")
        ),
    )
    op.create_table(
        "attempt_items",
        sa.Column("attempt_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Text(), nullable=False),
        sa.Column("variant_id", sa.Integer(), nullable=True),
        sa.Column("draw", sa.Integer(), nullable=False),
        sa.Column("tries_used", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("graded", sa.Integer(), nullable=False),
        sa.Column("score", sa.Text(), nullable=True),
        sa.Column("last", sa.Text(), nullable=True),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=True),
        sa.Column("draft_seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_attempt_items_attempt_id")
        ),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["item_revisions.id"], name=op.f("fk_attempt_items_revision_id")
        ),
        sa.ForeignKeyConstraint(
            ["variant_id"], ["variants.id"], name=op.f("fk_attempt_items_variant_id")
        ),
        sa.PrimaryKeyConstraint("attempt_id", "n", name=op.f("pk_attempt_items")),
    )
    op.create_table(
        "draws",
        sa.Column("attempt_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("draw", sa.Integer(), nullable=False),
        sa.Column("variant_id", sa.Integer(), nullable=False),
        sa.Column("drawn_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id", "n"],
            ["attempt_items.attempt_id", "attempt_items.n"],
            name=op.f("fk_draws_attempt_id"),
        ),
        sa.ForeignKeyConstraint(["variant_id"], ["variants.id"], name=op.f("fk_draws_variant_id")),
        sa.PrimaryKeyConstraint("attempt_id", "n", "draw", name=op.f("pk_draws")),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("attempt_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("draw", sa.Integer(), nullable=False),
        sa.Column("try_number", sa.Integer(), nullable=False),
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("variant_id", sa.Integer(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("responses", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("is_late", sa.Boolean(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id", "n"],
            ["attempt_items.attempt_id", "attempt_items.n"],
            name=op.f("fk_submissions_attempt_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint(
            "attempt_id",
            "n",
            "draw",
            "try_number",
            name=op.f("uq_submissions_attempt_id_n_draw_try_number"),
        ),
    )


def downgrade() -> None:
    op.drop_table("submissions")
    op.drop_table("draws")
    op.drop_table("attempt_items")
    op.drop_table("item_revisions")
    op.drop_index(op.f("ix_keys_client_id"), table_name="keys")
    op.drop_table("keys")
    op.drop_index(op.f("ix_items_bank_id"), table_name="items")
    op.drop_table("items")
    op.drop_index(op.f("ix_attempts_deadline_at"), table_name="attempts")
    op.drop_table("attempts")
    op.drop_table("assignments")
    op.drop_table("variants")
    op.drop_table("pools")
    op.drop_index(
        "uq_jobs_undone",
        table_name="jobs",
        sqlite_where=sa.text("state IN ('due', 'running')"),
        postgresql_where=sa.text("state IN ('due', 'running')"),
    )
    op.drop_index("ix_jobs_state_next_at", table_name="jobs")
    op.drop_index(op.f("ix_jobs_parent"), table_name="jobs")
    op.drop_table("jobs")
    op.drop_index(op.f("ix_idempotency_created_at"), table_name="idempotency")
    op.drop_table("idempotency")
    op.drop_table("heartbeats")
    op.drop_index(op.f("ix_drills_owner"), table_name="drills")
    op.drop_table("drills")
    op.drop_table("clients")
    op.drop_table("banks")
    op.drop_table("audit_log")
