"""What the built-in drafter makes of questions: one table a construct, question and SQL."""

from __future__ import annotations

import pytest
from tests.unit.drafting.schema import terms

from rejoinder.dialects import dialect
from rejoinder.drafting import read_question
from rejoinder.sql.canonical import canonical
from rejoinder.terms.reading import Sql

COUNTS = {
    "How many orders are there?": "SELECT COUNT(*) FROM orders",
    "Count the customers": "SELECT COUNT(*) FROM customers",
    "What is the number of suppliers?": "SELECT COUNT(*) FROM suppliers",
    "How many different cities do customers live in?": "SELECT COUNT(DISTINCT city) FROM customers",
    "Count the number of distinct roles of staff": "SELECT COUNT(DISTINCT role) FROM staff",
    "How many different items are there?": "SELECT COUNT(*) FROM items",
    "What is the total number of orders?": "SELECT COUNT(*) FROM orders",
    "What is the sum of the number of orders?": "SELECT COUNT(*) FROM orders",
}

AGGREGATES = {
    "What is the average price of items?": "SELECT AVG(price) FROM items",
    "What is the total tip of payments?": "SELECT SUM(tip) FROM payments",
    "What is the total amount of payments?": "SELECT SUM(amount) FROM payments",
    "total payment amount": "SELECT SUM(amount) FROM payments",
    "What is the highest hourly rate of staff?": "SELECT MAX(hourly_rate) FROM staff",
    "What are the lowest and highest hourly rates of staff?": (
        "SELECT MIN(hourly_rate), MAX(hourly_rate) FROM staff"
    ),
    "What are the average and maximum rating of reviews?": "SELECT AVG(rating), MAX(rating) FROM reviews",
}

EXTREMES = {
    "Which item is the most expensive?": "SELECT name FROM items ORDER BY price DESC LIMIT 1",
    "List the 5 most expensive items.": "SELECT name FROM items ORDER BY price DESC LIMIT 5",
    "Show the names of the 3 cheapest items": "SELECT name FROM items ORDER BY price ASC LIMIT 3",
    "Which site has the most seats?": "SELECT name FROM sites ORDER BY seats DESC LIMIT 1",
    "What is the latest order?": "SELECT * FROM orders ORDER BY ordered_at DESC LIMIT 1",
    "Which site has the most orders?": (
        "SELECT sites.name FROM sites JOIN orders ON sites.site_id = orders.site_id "
        "GROUP BY sites.name ORDER BY COUNT(*) DESC LIMIT 1"
    ),
    "Top 3 customers by number of orders": (
        "SELECT customers.first_name, customers.last_name "
        "FROM customers JOIN orders ON customers.customer_id = orders.customer_id "
        "GROUP BY customers.first_name, customers.last_name, customers.customer_id "
        "ORDER BY COUNT(*) DESC LIMIT 3"
    ),
    "What is the most common payment method?": (
        "SELECT method FROM payments GROUP BY method ORDER BY COUNT(*) DESC LIMIT 1"
    ),
    "What is the least common channel of orders?": (
        "SELECT channel FROM orders GROUP BY channel ORDER BY COUNT(*) ASC LIMIT 1"
    ),
    "items with the lowest price": "SELECT name FROM items ORDER BY price ASC LIMIT 1",
    "What is the least expensive item?": "SELECT name FROM items ORDER BY price ASC LIMIT 1",
    "What is the first order?": "SELECT * FROM orders ORDER BY ordered_at ASC LIMIT 1",
    "Which category has the highest average price?": (
        "SELECT category FROM items GROUP BY category ORDER BY AVG(price) DESC LIMIT 1"
    ),
    "Which site has the highest average rating of reviews?": (
        "SELECT sites.name FROM sites JOIN reviews ON sites.site_id = reviews.site_id "
        "GROUP BY sites.name ORDER BY AVG(reviews.rating) DESC LIMIT 1"
    ),
    "Top 5 sites by total amount of deliveries": (
        "SELECT sites.name FROM sites JOIN deliveries ON sites.site_id = deliveries.site_id "
        "GROUP BY sites.name ORDER BY SUM(deliveries.amount) DESC LIMIT 5"
    ),
    "the 10 latest reviews": "SELECT * FROM reviews ORDER BY reviewed_on DESC LIMIT 10",
    "Which sites have the fewest seats?": "SELECT name FROM sites ORDER BY seats ASC LIMIT 1",
    "top 3 highest item prices": "SELECT name FROM items ORDER BY price DESC LIMIT 3",
    "3 largest sites by seats": "SELECT name FROM sites ORDER BY seats DESC LIMIT 3",
    "bottom 3 items by price": "SELECT name FROM items ORDER BY price ASC LIMIT 3",
    "Which site has the highest number of orders?": (
        "SELECT sites.name FROM sites JOIN orders ON sites.site_id = orders.site_id "
        "GROUP BY sites.name ORDER BY COUNT(*) DESC LIMIT 1"
    ),
}

VALUES = {
    "Show sites in the region Coast": "SELECT name FROM sites WHERE region = 'Coast'",
    "show sites in the region coast": "SELECT name FROM sites WHERE region = 'Coast'",
    "List the names and seats of sites in Aldminster": (
        "SELECT name, seats FROM sites WHERE city = 'Aldminster'"
    ),
    "How many payments were made by card?": "SELECT COUNT(*) FROM payments WHERE method = 'card'",
    'How many orders have the status "Completed"?': "SELECT COUNT(*) FROM orders WHERE status = 'Completed'",
    "Which customers are not in Kelmouth?": (
        "SELECT first_name, last_name FROM customers WHERE city <> 'Kelmouth'"
    ),
    "How many orders were takeaway or dine-in?": (
        "SELECT COUNT(*) FROM orders WHERE channel IN ('takeaway', 'dine-in')"
    ),
    "What is the city of Mill & Barley?": "SELECT DISTINCT city FROM sites WHERE name = 'Mill & Barley'",
    "How many gold customers are there?": "SELECT COUNT(*) FROM customers WHERE loyalty_tier = 'gold'",
    "Which sites have a name containing 'Table'?": "SELECT name FROM sites WHERE name LIKE '%Table%'",
    "Which sites have a name starting with '50%_'?": (
        r"SELECT name FROM sites WHERE name LIKE '50\%\_%' ESCAPE '\'"
    ),
    "What is Harbour Table's city?": "SELECT DISTINCT city FROM sites WHERE name = 'Harbour Table'",
    "Items that are not a Starter": "SELECT name FROM items WHERE category <> 'Starter'",
    "Which sites have names ending with 'Pan'?": "SELECT name FROM sites WHERE name LIKE '%Pan'",
    "Which customers live in Kelmouth or joined in 2024?": (
        "SELECT first_name, last_name FROM customers WHERE city = 'Kelmouth' "
        "OR (joined_on >= '2024-01-01' AND joined_on < '2025-01-01')"
    ),
    "Show sites in the regions Coast and North": "SELECT name FROM sites WHERE region IN ('Coast', 'North')",
    "How many payments were settled?": (
        "SELECT COUNT(*) FROM payments WHERE status IN ('Settled', 'settled ')"
    ),
}

YES_OR_NO = {
    "Which items are vegetarian?": "SELECT name FROM items WHERE is_vegetarian = TRUE",
    "How many vegetarian items are there?": "SELECT COUNT(*) FROM items WHERE is_vegetarian = TRUE",
    "Which items are not vegetarian?": "SELECT name FROM items WHERE is_vegetarian = FALSE",
    "Customers without an email": "SELECT first_name, last_name FROM customers WHERE email IS NULL",
    "customers whose email is missing": "SELECT first_name, last_name FROM customers WHERE email IS NULL",
    "Which staff never left?": "SELECT first_name, last_name FROM staff WHERE left_on IS NULL",
    "customers whose email is not missing": (
        "SELECT first_name, last_name FROM customers WHERE email IS NOT NULL"
    ),
}

NUMBERS = {
    "Items with a price above 10": "SELECT name FROM items WHERE price > 10",
    "Items with price between 10 and 15.50": "SELECT name FROM items WHERE price BETWEEN 10 AND 15.50",
    "Sites with at least 80 seats": "SELECT name FROM sites WHERE seats >= 80",
    "Sites whose seats are fewer than 60": "SELECT name FROM sites WHERE seats < 60",
    "Which items cost more than the average?": (
        "SELECT name FROM items WHERE cost > (SELECT AVG(cost) FROM items AS items_2)"
    ),
    "Which vegetarian items cost more than 10?": (
        "SELECT name FROM items WHERE is_vegetarian = TRUE AND cost > 10"
    ),
    "Items not cheaper than 10": "SELECT name FROM items WHERE price >= 10",
    "Which items do not cost more than 10?": "SELECT name FROM items WHERE cost <= 10",
    "Which items cost less than 5 or more than 20?": "SELECT name FROM items WHERE cost < 5 OR cost > 20",
    "Which items have a price equal to 10?": "SELECT name FROM items WHERE price = 10",
    "Sites with 80 or more seats": "SELECT name FROM sites WHERE seats >= 80",
    "Sites with more than 80 seats and fewer than 100 seats": (
        "SELECT name FROM sites WHERE seats > 80 AND seats < 100"
    ),
    "Which sites have more than 80 seats or are in Kelmouth?": (
        "SELECT name FROM sites WHERE seats > 80 OR city = 'Kelmouth'"
    ),
    "sites with above average seats": (
        "SELECT name FROM sites WHERE seats > (SELECT AVG(seats) FROM sites AS sites_2)"
    ),
}

DATES = {
    "How many orders were there in 2024?": ("ordered_at", "2024-01-01", "2025-01-01"),
    "How many orders were there in March 2025?": ("ordered_at", "2025-03-01", "2025-04-01"),
    "How many orders were there on 2025-03-09?": ("ordered_at", "2025-03-09", "2025-03-10"),
    "How many orders were there on 9 March 2025?": ("ordered_at", "2025-03-09", "2025-03-10"),
    "How many orders were there on March 9, 2025?": ("ordered_at", "2025-03-09", "2025-03-10"),
    "How many orders were there today?": ("ordered_at", "2025-11-19", "2025-11-20"),
    "How many orders were there yesterday?": ("ordered_at", "2025-11-18", "2025-11-19"),
    "How many orders were there this week?": ("ordered_at", "2025-11-17", "2025-11-24"),
    "How many orders were there last month?": ("ordered_at", "2025-10-01", "2025-11-01"),
    "How many orders were there last quarter?": ("ordered_at", "2025-07-01", "2025-10-01"),
    "How many orders were there this year?": ("ordered_at", "2025-01-01", "2026-01-01"),
    "How many orders in the last 7 days?": ("ordered_at", "2025-11-13", "2025-11-20"),
    "How many orders were placed since 2024?": ("ordered_at", "2024-01-01", None),
    "How many orders were placed before March 2025?": ("ordered_at", None, "2025-03-01"),
    "How many orders were placed after 2024?": ("ordered_at", "2025-01-01", None),
    "How many orders between 2024 and 2025?": ("ordered_at", "2024-01-01", "2026-01-01"),
    "How many orders were there next month?": ("ordered_at", "2025-12-01", "2026-01-01"),
    "How many orders were there this quarter?": ("ordered_at", "2025-10-01", "2026-01-01"),
    "How many orders in the last 2 weeks?": ("ordered_at", "2025-11-06", "2025-11-20"),
    "How many orders in the last 3 months?": ("ordered_at", "2025-08-20", "2025-11-20"),
    "How many orders between March 2025 and May 2025?": ("ordered_at", "2025-03-01", "2025-06-01"),
    "How many orders in 2024 or later?": ("ordered_at", "2024-01-01", None),
}

GROUPS = {
    "How many orders per site?": (
        "SELECT COUNT(*), sites.name FROM orders JOIN sites ON orders.site_id = sites.site_id "
        "GROUP BY sites.name"
    ),
    "average tip per payment method": "SELECT AVG(tip), method FROM payments GROUP BY method",
    "What is the average hourly rate by role?": "SELECT AVG(hourly_rate), role FROM staff GROUP BY role",
    "total payment amount for each month": (
        "SELECT SUM(amount), STRFTIME('%Y-%m', paid_at) FROM payments GROUP BY STRFTIME('%Y-%m', paid_at)"
    ),
    "Number of orders by year": (
        "SELECT COUNT(*), STRFTIME('%Y', ordered_at) FROM orders GROUP BY STRFTIME('%Y', ordered_at)"
    ),
    "Which roles have more than 5 staff?": "SELECT role FROM staff GROUP BY role HAVING COUNT(*) > 5",
    "List the name of each site and the number of its orders": (
        "SELECT sites.name, COUNT(*) FROM sites JOIN orders ON sites.site_id = orders.site_id "
        "GROUP BY sites.name"
    ),
    "List all sites ordered by seats in descending order": "SELECT name FROM sites ORDER BY seats DESC",
    "Which cities do customers live in?": "SELECT city FROM customers",
    "What are the different cities of customers?": "SELECT DISTINCT city FROM customers",
    "What is the average rating for each site in descending order?": (
        "SELECT AVG(reviews.rating), sites.name FROM reviews JOIN sites ON reviews.site_id = sites.site_id "
        "GROUP BY sites.name ORDER BY AVG(reviews.rating) DESC"
    ),
    "For each supplier show the number of deliveries in 2024": (
        "SELECT suppliers.name, COUNT(*) FROM deliveries "
        "JOIN suppliers ON deliveries.supplier_id = suppliers.supplier_id "
        "WHERE deliveries.delivered_on >= '2024-01-01' AND deliveries.delivered_on < '2025-01-01' "
        "GROUP BY suppliers.name, suppliers.supplier_id"
    ),
    "Orders ordered by date": "SELECT * FROM orders ORDER BY ordered_at ASC",
    "Show item names sorted by price from highest to lowest": "SELECT name FROM items ORDER BY price DESC",
    "items sorted alphabetically": "SELECT name FROM items ORDER BY name ASC",
    "What is the name and city of each site?": "SELECT name, city FROM sites",
    "List customers' names and cities": "SELECT first_name, last_name, city FROM customers",
    "the first and last names of customers": "SELECT first_name, last_name FROM customers",
    "Show all information about suppliers": "SELECT * FROM suppliers",
    "average tip by month and method": (
        "SELECT AVG(tip), method, STRFTIME('%Y-%m', paid_at) FROM payments "
        "GROUP BY method, STRFTIME('%Y-%m', paid_at)"
    ),
    "List all sites and the number of orders in each": (
        "SELECT sites.name, COUNT(*) FROM sites JOIN orders ON sites.site_id = orders.site_id "
        "GROUP BY sites.name"
    ),
    "sites sorted by the number of orders": (
        "SELECT sites.name FROM sites JOIN orders ON sites.site_id = orders.site_id "
        "GROUP BY sites.name ORDER BY COUNT(*) ASC"
    ),
    "sites sorted by average rating": (
        "SELECT sites.name FROM sites JOIN reviews ON sites.site_id = reviews.site_id "
        "GROUP BY sites.name ORDER BY AVG(reviews.rating) ASC"
    ),
    "Show site names in descending order of seats": "SELECT name FROM sites ORDER BY seats DESC",
    "items in alphabetical order of name": "SELECT name FROM items ORDER BY name ASC",
}

JOINS = {
    "How many orders are from sites in the region North?": (
        "SELECT COUNT(*) FROM orders JOIN sites ON orders.site_id = sites.site_id "
        "WHERE sites.region = 'North'"
    ),
    "What is the average rating of reviews of Harbour Table?": (
        "SELECT AVG(reviews.rating) FROM reviews JOIN sites ON reviews.site_id = sites.site_id "
        "WHERE sites.name = 'Harbour Table'"
    ),
    "How many staff work at Harbour Table?": (
        "SELECT COUNT(*) FROM staff JOIN sites ON staff.site_id = sites.site_id "
        "WHERE sites.name = 'Harbour Table'"
    ),
    "total line total per item category": (
        "SELECT SUM(order_lines.line_total), items.category "
        "FROM order_lines JOIN items ON order_lines.item_id = items.item_id GROUP BY items.category"
    ),
    "average amount of payments per site": (
        "SELECT AVG(payments.amount), sites.name FROM payments "
        "JOIN orders ON payments.order_id = orders.order_id JOIN sites ON orders.site_id = sites.site_id "
        "GROUP BY sites.name"
    ),
    "Show the names of suppliers with more than 10 deliveries": (
        "SELECT name FROM suppliers WHERE supplier_id IN "
        "(SELECT supplier_id FROM deliveries GROUP BY supplier_id HAVING COUNT(*) > 10)"
    ),
    "Which sites have no reviews?": (
        "SELECT name FROM sites WHERE NOT site_id IN (SELECT site_id FROM reviews)"
    ),
    "Which customers have no orders?": (
        "SELECT first_name, last_name FROM customers WHERE NOT customer_id IN "
        "(SELECT customer_id FROM orders WHERE customer_id IS NOT NULL)"
    ),
    "Which customers have fewer than 3 orders?": (
        "SELECT first_name, last_name FROM customers WHERE NOT customer_id IN "
        "(SELECT customer_id FROM orders WHERE customer_id IS NOT NULL "
        "GROUP BY customer_id HAVING COUNT(*) >= 3)"
    ),
    "Names of customers with orders in 2024": (
        "SELECT first_name, last_name FROM customers WHERE customer_id IN "
        "(SELECT customer_id FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01')"
    ),
    "orders without a customer": "SELECT * FROM orders WHERE customer_id IS NULL",
    "Show all orders of Harbour Table": (
        "SELECT orders.* FROM orders JOIN sites ON orders.site_id = sites.site_id "
        "WHERE sites.name = 'Harbour Table'"
    ),
    "When were orders placed by customers in Kelmouth?": (
        "SELECT orders.ordered_at FROM orders JOIN customers ON orders.customer_id = customers.customer_id "
        "WHERE customers.city = 'Kelmouth'"
    ),
    "How many customers have both takeaway and dine-in orders?": (
        "SELECT COUNT(*) FROM customers WHERE "
        "customer_id IN (SELECT customer_id FROM orders WHERE channel = 'takeaway') AND "
        "customer_id IN (SELECT customer_id FROM orders WHERE channel = 'dine-in')"
    ),
    "Which customers have no orders in 2024?": (
        "SELECT first_name, last_name FROM customers WHERE NOT customer_id IN (SELECT customer_id FROM orders "
        "WHERE (ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01') AND customer_id IS NOT NULL)"
    ),
    "Which suppliers have an average delivery amount above 500?": (
        "SELECT name FROM suppliers WHERE supplier_id IN "
        "(SELECT supplier_id FROM deliveries GROUP BY supplier_id HAVING AVG(amount) > 500)"
    ),
    "Which customers have at least 2 orders and live in Kelmouth?": (
        "SELECT first_name, last_name FROM customers WHERE customer_id IN "
        "(SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 2) AND city = 'Kelmouth'"
    ),
    "Which staff have the role Waiter at Harbour Table?": (
        "SELECT staff.first_name, staff.last_name FROM staff JOIN sites ON staff.site_id = sites.site_id "
        "WHERE staff.role = 'Waiter' AND sites.name = 'Harbour Table'"
    ),
    "How many orders had no customer in 2024?": (
        "SELECT COUNT(*) FROM orders WHERE customer_id IS NULL "
        "AND (ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01')"
    ),
    "How many orders of customers in Thornbeck were there in 2024?": (
        "SELECT COUNT(*) FROM orders JOIN customers ON orders.customer_id = customers.customer_id "
        "WHERE (orders.customer_id IS NOT NULL AND customers.city = 'Thornbeck') "
        "AND (orders.ordered_at >= '2024-01-01' AND orders.ordered_at < '2025-01-01')"
    ),
    "total quantity per item": (
        "SELECT SUM(order_lines.quantity), items.name FROM order_lines "
        "JOIN items ON order_lines.item_id = items.item_id GROUP BY items.name"
    ),
    "How many items are on each menu?": (
        "SELECT COUNT(DISTINCT items.item_id), menus.name FROM items "
        "JOIN menu_items ON items.item_id = menu_items.item_id "
        "JOIN menus ON menu_items.menu_id = menus.menu_id GROUP BY menus.name, menus.menu_id"
    ),
}

READ = {
    question: sql
    for table in (COUNTS, AGGREGATES, EXTREMES, VALUES, YES_OR_NO, NUMBERS, GROUPS, JOINS)
    for question, sql in table.items()
}


def the_sql(question: str) -> str:
    reading = read_question(terms(question)).reading
    assert isinstance(reading, Sql), reading
    return canonical(reading.text, dialect("sqlite"))


@pytest.mark.parametrize("question", READ)
def test_a_question_reads_as_its_sql(question: str):
    assert the_sql(question) == canonical(READ[question], dialect("sqlite"))


@pytest.mark.parametrize("question", DATES)
def test_a_stretch_of_time_reads_as_its_first_day_and_the_day_after_it(question: str):
    column, first, after = DATES[question]
    ends = [
        *([f"{column} >= '{first}'"] if first else []),
        *([f"{column} < '{after}'"] if after else []),
    ]
    wanted = f"SELECT COUNT(*) FROM orders WHERE {' AND '.join(ends)}"
    assert the_sql(question) == canonical(wanted, dialect("sqlite"))


@pytest.mark.parametrize("question", [*READ, *DATES])
def test_an_answer_says_that_no_model_wrote_it_and_how_it_was_read(question: str):
    read = read_question(terms(question))
    assert len(read.notes) == 1
    assert "is no language model" in read.notes[0]
    assert "`" in read.notes[0]
