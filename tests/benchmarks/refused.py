"""Questions on the sample, each with what a model says first, which doesn't run, and what it says when corrected.

The kinds are those of real drafts: mostly a column of another table, then functions of other dialects, shapes,
misspelt names, and what isn't a query at all.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """`first` is refused by a check or by SQLite; `then` is right, and says what the answer is."""

    question: str
    first: str
    then: str


CASES = (
    Refused(
        question="How many orders of each city's sites were cancelled?",
        first="SELECT o.city, COUNT(*) FROM orders o JOIN sites s ON s.site_id = o.site_id"
        " WHERE o.status = 'Canceled' GROUP BY o.city",
        then="SELECT s.city, COUNT(*) FROM orders o JOIN sites s ON s.site_id = o.site_id"
        " WHERE o.status = 'Canceled' GROUP BY s.city",
    ),
    Refused(
        question="What did each method of payment bring in 2024?",
        first="SELECT method, SUM(total) FROM payments WHERE strftime('%Y', paid_at) = '2024' GROUP BY method",
        then="SELECT method, SUM(amount) FROM payments WHERE strftime('%Y', paid_at) = '2024' GROUP BY method",
    ),
    Refused(
        question="Which dishes are vegetarian and cost less than 8?",
        first="SELECT name FROM menu_items WHERE is_vegetarian = 1 AND price < 8",
        then="SELECT name FROM items WHERE is_vegetarian = 1 AND price < 8",
    ),
    Refused(
        question="How many customers joined in each year?",
        first="SELECT EXTRACT(YEAR FROM joined_on) AS year, COUNT(*) FROM customers GROUP BY 1",
        then="SELECT CAST(strftime('%Y', joined_on) AS INTEGER) AS year, COUNT(*) FROM customers GROUP BY 1",
    ),
    Refused(
        question="What are the ten most ordered dishes?",
        first="SELECT i.name, SUM(l.quantity) AS n FROM order_line l JOIN items i ON i.item_id = l.item_id"
        " GROUP BY i.name ORDER BY n DESC, i.name LIMIT 10",
        then="SELECT i.name, SUM(l.quantity) AS n FROM order_lines l JOIN items i ON i.item_id = l.item_id"
        " GROUP BY i.name ORDER BY n DESC, i.name LIMIT 10",
    ),
    Refused(
        question="Which site has the best average rating?",
        first="SELECT name, AVG(rating) FROM sites JOIN reviews ON sites.site_id = reviews.site_id"
        " WHERE AVG(rating) > 0 GROUP BY name ORDER BY 2 DESC LIMIT 1",
        then="SELECT name, AVG(rating) FROM sites JOIN reviews ON sites.site_id = reviews.site_id"
        " GROUP BY name ORDER BY 2 DESC LIMIT 1",
    ),
    Refused(
        question="How many hours did each role work?",
        first="SELECT role, SUM(hours) FROM staff GROUP BY role",
        then="SELECT role, SUM(hours) FROM shifts JOIN staff ON staff.staff_id = shifts.staff_id GROUP BY role",
    ),
    Refused(
        question="Which sites are in the north?",
        first="SELECT site_id, name FROM sites WHERE (region = 'North'",
        then="SELECT site_id, name FROM sites WHERE region = 'North'",
    ),
    Refused(
        question="How much do suppliers charge on average per delivery?",
        first="SELECT suppliers.name, AVG(suppliers.amount) FROM suppliers"
        " JOIN deliveries ON deliveries.supplier_id = suppliers.supplier_id GROUP BY suppliers.name",
        then="SELECT suppliers.name, AVG(deliveries.amount) FROM suppliers"
        " JOIN deliveries ON deliveries.supplier_id = suppliers.supplier_id GROUP BY suppliers.name",
    ),
    Refused(
        question="How many orders had no waiter?",
        first="SELECT COUNT(*) FROM orders WHERE waiter_id IS NULL",
        then="SELECT COUNT(*) FROM orders WHERE staff_id IS NULL",
    ),
    Refused(
        question="List cities of sites and customers together.",
        first="SELECT city FROM sites ORDER BY city UNION SELECT city FROM customers",
        then="SELECT city FROM sites UNION SELECT city FROM customers ORDER BY city",
    ),
    Refused(
        question="What is the average length of a comment?",
        first="SELECT AVG(CHAR_LENGTH(comment)) FROM reviews",
        then="SELECT AVG(LENGTH(comment)) FROM reviews",
    ),
    Refused(
        question="Which customers spent the most?",
        first="SELECT customer_id, SUM(total) AS spent FROM orders"
        " WHERE customer_id IS NOT NULL GROUP BY customer_id ORDER BY spent DESC, customer_id LIMIT 5",
        then="SELECT customer_id, SUM(total) AS spent FROM order_totals"
        " WHERE customer_id IS NOT NULL GROUP BY customer_id ORDER BY spent DESC, customer_id LIMIT 5",
    ),
    Refused(
        question="How many orders were there each month of 2024?",
        first="SELECT DATE_TRUNC('month', ordered_at) AS month, COUNT(*) FROM orders"
        " WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01' GROUP BY 1 ORDER BY 1",
        then="SELECT date(ordered_at, 'start of month') AS month, COUNT(*) FROM orders"
        " WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01' GROUP BY 1 ORDER BY 1",
    ),
    Refused(
        question="Remove the old orders, then count the rest.",
        first="DELETE FROM orders_old",
        then="SELECT COUNT(*) FROM orders",
    ),
    Refused(
        question="What share of deliveries is still on its way?",
        first="SELECT 100.0 * COUNT(*) FILTER (WHERE delivered_on IS NULL) / COUNT(*) FROM delivery",
        then="SELECT 100.0 * COUNT(*) FILTER (WHERE delivered_on IS NULL) / COUNT(*) FROM deliveries",
    ),
    Refused(
        question="Which staff members supervise nobody?",
        first="SELECT staff_id FROM staff WHERE staff_id NOT IN"
        " (SELECT supervisor FROM staff WHERE supervisor IS NOT NULL)",
        then="SELECT staff_id FROM staff WHERE staff_id NOT IN"
        " (SELECT supervisor_id FROM staff WHERE supervisor_id IS NOT NULL)",
    ),
    Refused(
        question="What is the total of tips by site?",
        first="SELECT site_id, SUM(tip) FROM payments GROUP BY site_id",
        then="SELECT orders.site_id, SUM(payments.tip) FROM payments"
        " JOIN orders ON orders.order_id = payments.order_id GROUP BY orders.site_id",
    ),
    Refused(
        question="How many dishes are on each menu?",
        first="SELECT name, COUNT(*) FROM menus JOIN menu_items ON menu_items.menu_id = menus.menu_id"
        " JOIN items ON items.item_id = menu_items.item_id GROUP BY name",
        then="SELECT menus.name, COUNT(*) FROM menus JOIN menu_items ON menu_items.menu_id = menus.menu_id"
        " GROUP BY menus.name",
    ),
    Refused(
        question="How many reviews has each rating?",
        first="SELECT rating, COUNT(*) FROM reviews GROUP BY rating; DROP TABLE reviews",
        then="SELECT rating, COUNT(*) FROM reviews GROUP BY rating",
    ),
)
