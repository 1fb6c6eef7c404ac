"""What things in the sample are called, and what they cost. Prices are multiples of a quarter, so sums are exact."""

from __future__ import annotations

SITES = (
    # name, city, region, opened, closed, seats
    ("Harbour Table", "Kelmouth", "Coast", "2016-04-12", None, 84),
    ("The Copper Pan", "Aldminster", "Capital", "2017-09-01", None, 120),
    ("Trattoria Bellavista", "Aldminster", "Capital", "2018-03-15", None, 96),
    ("Café Möwe", "Sandøby", "Coast", "2018-06-20", None, 48),
    ("Mill & Barley", "Thornbeck", "North", "2019-02-08", None, 72),
    ("The Green Fork", "Aldminster", "Capital", "2019-10-30", None, 64),
    ("Lantern House", "Fellgate", "North", "2020-07-17", "2025-06-30", 56),
    ("Orchard Kitchen", "Wynford", "South", "2021-05-05", None, 88),
    ("Saffron Yard", "Wynford", "South", "2022-11-11", None, 70),
    ("Quayside Grill", "Kelmouth", "Coast", "2024-05-02", None, 104),
)

ITEMS = (
    # name, category, vegetarian, price, cost
    ("Tomato soup", "Starter", 1, 6.50, 1.50),
    ("Smoked mackerel pâté", "Starter", 0, 8.25, 2.75),
    ("Bruschetta", "Starter", 1, 7.00, 1.75),
    ("Salt and pepper squid", "Starter", 0, 9.50, 3.50),
    ("Beetroot carpaccio", "Starter", 1, 8.00, 2.00),
    ("Chicken liver parfait", "Starter", 0, 8.50, 2.50),
    ("Fish and chips", "Main", 0, 16.50, 5.75),
    ("Sirloin steak", "Main", 0, 26.00, 10.50),
    ("Mushroom risotto", "Main", 1, 15.00, 4.00),
    ("Roast chicken", "Main", 0, 17.25, 5.50),
    ("Lamb shoulder", "Main", 0, 22.50, 8.75),
    ("Margherita pizza", "Main", 1, 13.00, 3.25),
    ("Pizza 'nduja", "Main", 0, 15.50, 4.50),
    ("Seafood linguine", "Main", 0, 19.00, 7.00),
    ("Aubergine curry", "Main", 1, 14.50, 3.75),
    ("Beef burger", "Main", 0, 14.75, 4.75),
    ("Halloumi burger", "Main", 1, 13.75, 4.25),
    ("Caesar salad", "Main", 0, 12.50, 3.50),
    ("Sea bass", "Main", 0, 21.00, 8.25),
    ("Duck leg confit", "Main", 0, 20.50, 7.50),
    ("Chips", "Side", 1, 4.50, 1.00),
    ("Garlic bread", "Side", 1, 4.75, 1.00),
    ("Green salad", "Side", 1, 5.00, 1.25),
    ("Seasonal vegetables", "Side", 1, 5.25, 1.50),
    ("Onion rings", "Side", 1, 4.75, 1.00),
    ("Sticky toffee pudding", "Dessert", 1, 7.50, 1.75),
    ("Crème brûlée", "Dessert", 1, 7.75, 1.75),
    ("Chocolate tart", "Dessert", 1, 8.00, 2.25),
    ("Lemon sorbet", "Dessert", 1, 5.50, 1.00),
    ("Cheese board", "Dessert", 1, 11.50, 4.50),
    ("Apple crumble", "Dessert", 1, 7.25, 1.50),
    ("House red, glass", "Drink", 1, 6.75, 1.75),
    ("House white, glass", "Drink", 1, 6.75, 1.75),
    ("Sparkling water", "Drink", 1, 3.50, 0.50),
    ("Lager", "Drink", 1, 5.50, 1.50),
    ("Pale ale", "Drink", 1, 5.75, 1.50),
    ("Espresso", "Drink", 1, 2.75, 0.50),
    ("Flat white", "Drink", 1, 3.75, 0.75),
    ("Fresh orange juice", "Drink", 1, 4.25, 1.25),
    ("Elderflower pressé", "Drink", 1, 4.00, 1.00),
)

MENUS = (
    # name, season, from, to, by how much dearer than the item's price
    ("Winter 2024", "winter", "2024-01-01", "2024-02-29", -0.50),
    ("Spring 2024", "spring", "2024-03-01", "2024-05-31", -0.25),
    ("Summer 2024", "summer", "2024-06-01", "2024-08-31", -0.25),
    ("Autumn 2024", "autumn", "2024-09-01", "2024-11-30", 0.00),
    ("Winter 2024/25", "winter", "2024-12-01", "2025-02-28", 0.00),
    ("Spring 2025", "spring", "2025-03-01", "2025-05-31", 0.25),
    ("Summer 2025", "summer", "2025-06-01", "2025-08-31", 0.25),
    ("Autumn 2025", "autumn", "2025-09-01", "2025-12-31", 0.50),
)

SUPPLIERS = (
    # name, region, email, goods, from, to
    ("Northern Catch", "North Sea", "sales@northerncatch.example", "fish", 180, 900),
    ("Fell Farm Meats", "British Isles", "orders@fellfarm.example", "meat", 220, 1_400),
    ("Oliveto & Figli", "Mediterranean", "export@oliveto.example", "oil and pasta", 120, 700),
    ("Vega Huerta", "Mediterranean", None, "vegetables", 90, 520),
    ("Brouwer Zuivel", "Low Countries", "info@brouwer.example", "dairy", 100, 480),
    ("Côte Vive", "Mediterranean", "contact@cotevive.example", "wine", 300, 2_200),
    ("Kelmouth Brewing", "British Isles", "brew@kelmouth.example", "beer", 200, 1_100),
    ("Andean Roast", "South America", "trade@andeanroast.example", "coffee", 80, 400),
    ("Saffron Route", "Central Asia", None, "spices", 40, 260),
    ("Clean & Press", "British Isles", "hello@cleanpress.example", "linen", 60, 240),
)

FIRST_NAMES = (
    "Amelia", "Ben", "Chloé", "Daniel", "Elif", "Farah", "George", "Hannah", "Ivan", "Jasmine", "Kofi", "Lena",
    "Marek", "Nadia", "Oliver", "Priya", "Quentin", "Rosa", "Søren", "Tomás", "Uma", "Victor", "Wei", "Xenia",
    "Yusuf", "Zoë",
)  # fmt: skip
LAST_NAMES = (
    "Adeyemi", "Brown", "Castillo", "Davies", "Eriksen", "Fischer", "Grant", "Hughes", "Ibrahim", "Jones",
    "Kowalski", "Lambert", "Müller", "Novák", "O'Brien", "Patel", "Quinn", "Rossi", "Smith", "Tanaka", "Usman",
    "Vasquez", "Walker", "Xu", "Young", "Zieliński",
)  # fmt: skip

ROLES = (("Waiter", 5), ("Chef", 3), ("Kitchen porter", 2), ("Bartender", 2))
TIERS = ((None, 50), ("bronze", 28), ("silver", 15), ("gold", 7))
CHANNELS = (("Dine-in", 64), ("Takeaway", 16), ("Delivery", 13), ("Phone", 7))
ORDER_STATUSES = (
    ("Completed", 905),
    ("Canceled", 42),
    ("NO SHOW", 23),
    ("Refunded", 18),
    ("In-Progress", 12),
)
METHODS = (("card", 62), ("app", 18), ("cash", 15), ("voucher", 5))
DELIVERY_STATUSES = (("received", 86), ("Part received", 7), ("RETURNED", 4), ("late ", 3))
RATINGS = ((5, 38), (4, 31), (3, 16), (2, 9), (1, 6))
COMMENTS = {
    5: (
        "Wonderful evening, we will be back.",
        "Best meal in months!",
        "Perfekt!",
        "Staff could not do enough for us.",
    ),
    4: ("Very good, a little loud.", "Lovely food, slow dessert.", "Good value for the quality."),
    3: ("Fine, nothing special.", "Portions were small for the price.", "OK."),
    2: ("We waited 40 minutes for the mains.", "Cold chips, twice."),
    1: ("Order was wrong and nobody cared.", "Never again."),
}
