"""The sample's tables, views and indexes, as each engine wants them spelled."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """What is said otherwise by another engine than SQLite."""

    keyed: str = " WITHOUT ROWID"
    generated: str = "VIRTUAL"
    month: str = "strftime('%Y-%m', order_totals.ordered_at)"
    manager: str = "REFERENCES staff (staff_id)"
    """A key that refers to a table which is made later."""
    old: str = "orders_old"
    """What the orders of the old till system are called."""
    by_order: str = "orders.order_id"
    by_month: str = "sites.site_id, month"


def schema(spelling: Spelling) -> str:
    """The definitions, one statement after the other."""
    return _SCHEMA.format(**asdict(spelling))


COMMENTS = """
COMMENT ON COLUMN sites.region IS 'Where in the country the restaurant is.';
COMMENT ON COLUMN suppliers.region IS 'Where in the world the goods come from.';
COMMENT ON COLUMN orders.customer_id IS 'NULL: somebody who isn''t a member.';
COMMENT ON COLUMN orders.staff_id IS 'NULL: ordered without a waiter.';
COMMENT ON COLUMN deliveries.delivered_on IS 'NULL: still on its way.';
"""
"""For engines that keep them; SQLite keeps those of the definitions."""

_SCHEMA = """
CREATE TABLE sites (
    site_id      INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    city         TEXT NOT NULL,
    region       TEXT NOT NULL,              -- where in the country the restaurant is
    opened_on    DATE NOT NULL,
    closed_on    DATE,
    seats        INTEGER NOT NULL,
    manager_id   INTEGER {manager}
);

CREATE TABLE staff (
    staff_id       INTEGER PRIMARY KEY,
    site_id        INTEGER NOT NULL REFERENCES sites (site_id),
    first_name     TEXT NOT NULL,
    last_name      TEXT NOT NULL,
    role           TEXT NOT NULL,
    hired_on       DATE NOT NULL,
    left_on        DATE,
    hourly_rate    NUMERIC(6, 2) NOT NULL,
    supervisor_id  INTEGER REFERENCES staff (staff_id)
);

CREATE TABLE shifts (
    shift_id       INTEGER PRIMARY KEY,
    staff_id       INTEGER NOT NULL REFERENCES staff (staff_id),
    site_id        INTEGER NOT NULL REFERENCES sites (site_id),
    shift_date     DATE NOT NULL,
    starts_at      TIME NOT NULL,
    hours          NUMERIC(4, 2) NOT NULL,
    break_minutes  INTEGER NOT NULL
);

CREATE TABLE menus (
    menu_id     INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    season      TEXT NOT NULL CHECK (season IN ('winter', 'spring', 'summer', 'autumn')),
    valid_from  DATE NOT NULL,
    valid_to    DATE NOT NULL
);

CREATE TABLE items (
    item_id        INTEGER PRIMARY KEY,
    name           TEXT NOT NULL UNIQUE,
    category       TEXT NOT NULL,
    is_vegetarian  BOOLEAN NOT NULL,
    price          NUMERIC(8, 2) NOT NULL,
    cost           NUMERIC(8, 2) NOT NULL
);

CREATE TABLE menu_items (
    menu_id  INTEGER NOT NULL REFERENCES menus (menu_id),
    item_id  INTEGER NOT NULL REFERENCES items (item_id),
    price    NUMERIC(8, 2) NOT NULL,
    PRIMARY KEY (menu_id, item_id)
){keyed};

CREATE TABLE customers (
    customer_id   INTEGER PRIMARY KEY,
    first_name    TEXT NOT NULL,
    last_name     TEXT NOT NULL,
    email         TEXT UNIQUE,
    city          TEXT NOT NULL,
    joined_on     DATE NOT NULL,
    loyalty_tier  TEXT CHECK (loyalty_tier IN ('bronze', 'silver', 'gold')),
    referred_by   INTEGER REFERENCES customers (customer_id)
);

CREATE TABLE orders (
    order_id     INTEGER PRIMARY KEY,
    site_id      INTEGER NOT NULL REFERENCES sites (site_id),
    customer_id  INTEGER REFERENCES customers (customer_id),  -- NULL: somebody who isn't a member
    staff_id     INTEGER REFERENCES staff (staff_id),         -- NULL: ordered without a waiter
    ordered_at   TIMESTAMP NOT NULL,
    channel      TEXT NOT NULL,
    status       TEXT NOT NULL,
    guests       INTEGER
);

CREATE TABLE order_lines (
    order_id     INTEGER NOT NULL REFERENCES orders (order_id),
    line_number  INTEGER NOT NULL,
    item_id      INTEGER NOT NULL REFERENCES items (item_id),
    quantity     INTEGER NOT NULL,
    unit_price   NUMERIC(8, 2) NOT NULL,
    discount     NUMERIC(8, 2) NOT NULL DEFAULT 0,
    line_total   NUMERIC(8, 2) GENERATED ALWAYS AS (quantity * unit_price - discount) {generated},
    PRIMARY KEY (order_id, line_number)
);

CREATE TABLE payments (
    payment_id  INTEGER PRIMARY KEY,
    order_id    INTEGER NOT NULL REFERENCES orders (order_id),
    paid_at     TIMESTAMP NOT NULL,
    method      TEXT NOT NULL CHECK (method IN ('card', 'cash', 'voucher', 'app')),
    amount      NUMERIC(8, 2) NOT NULL,
    tip         NUMERIC(8, 2) NOT NULL,
    status      TEXT NOT NULL
);

CREATE TABLE suppliers (
    supplier_id  INTEGER PRIMARY KEY,
    name         TEXT NOT NULL,
    region       TEXT NOT NULL,              -- where in the world the goods come from
    email        TEXT
);

CREATE TABLE deliveries (
    delivery_id   INTEGER PRIMARY KEY,
    supplier_id   INTEGER NOT NULL REFERENCES suppliers (supplier_id),
    site_id       INTEGER NOT NULL REFERENCES sites (site_id),
    delivered_on  DATE,                      -- NULL: still on its way
    ordered_on    DATE NOT NULL,
    goods         TEXT NOT NULL,
    amount        NUMERIC(10, 2) NOT NULL,
    status        TEXT NOT NULL
);

CREATE TABLE reviews (
    review_id    INTEGER PRIMARY KEY,
    site_id      INTEGER NOT NULL REFERENCES sites (site_id),
    order_id     INTEGER REFERENCES orders (order_id),
    customer_id  INTEGER REFERENCES customers (customer_id),
    reviewed_on  DATE NOT NULL,
    rating       INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    comment      TEXT
);

CREATE TABLE {old} (
    id        INTEGER PRIMARY KEY,
    site      TEXT,
    customer  TEXT,
    date      TEXT,
    status    TEXT,
    total     TEXT
);

CREATE INDEX orders_by_site ON orders (site_id, ordered_at);
CREATE INDEX orders_by_time ON orders (ordered_at);
CREATE INDEX orders_by_customer ON orders (customer_id);
CREATE INDEX order_lines_by_item ON order_lines (item_id);
CREATE INDEX payments_by_order ON payments (order_id);
CREATE INDEX shifts_by_staff ON shifts (staff_id, shift_date);
CREATE INDEX deliveries_by_supplier ON deliveries (supplier_id);
CREATE INDEX reviews_by_site ON reviews (site_id);

CREATE VIEW order_totals AS
SELECT orders.order_id, orders.site_id, orders.customer_id, orders.ordered_at, orders.status,
       SUM(order_lines.quantity) AS items, SUM(order_lines.line_total) AS total
FROM orders JOIN order_lines ON order_lines.order_id = orders.order_id
GROUP BY {by_order};

CREATE VIEW monthly_revenue AS
SELECT sites.site_id, sites.name AS site, {month} AS month,
       COUNT(*) AS orders, SUM(order_totals.total) AS revenue
FROM order_totals JOIN sites ON sites.site_id = order_totals.site_id
WHERE order_totals.status = 'Completed'
GROUP BY {by_month};

CREATE VIEW current_staff AS
SELECT staff.staff_id, staff.first_name, staff.last_name, staff.role, sites.name AS site
FROM staff JOIN sites ON sites.site_id = staff.site_id
WHERE staff.left_on IS NULL;
"""
