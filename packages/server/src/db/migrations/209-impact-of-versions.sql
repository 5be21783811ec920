-- Reference clients: the same whom the versions of every product are tried on. They come with the system, not with a bank.
CREATE TABLE reference_client (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lending  text NOT NULL CHECK (lending IN ('MORTGAGE', 'CASH_LOAN', 'CREDIT_CARD')),
  place    int NOT NULL,
  name     text NOT NULL,
  about    text NOT NULL,
  -- As the contract's `PriceQuestion`: what is known, and what the client chooses.
  question jsonb NOT NULL,
  UNIQUE (lending, place)
);
INSERT INTO reference_client (lending, place, name, about, question) VALUES
  ('MORTGAGE', 1, 'Первая квартира', '28 лет, Москва: 6 млн ₽ на 30 лет, взнос 25 %, справка о доходах', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "8000000", "amount": "6000000", "termMonths": 360, "age": 28, "region": "77", "incomeVerification": "NDFL2"}, "choices": {}}'),
  ('MORTGAGE', 2, 'Семья в области', '34 года, Московская область: 5,6 млн ₽ на 25 лет, взнос 20 %, справка о доходах', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "7000000", "amount": "5600000", "termMonths": 300, "age": 34, "region": "50", "incomeVerification": "NDFL2"}, "choices": {}}'),
  ('MORTGAGE', 3, 'Зарплатный клиент', '37 лет, Татарстан: 3,5 млн ₽ на 20 лет, взнос 30 %, зарплатный счёт', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": true, "propertyPrice": "5000000", "amount": "3500000", "termMonths": 240, "age": 37, "region": "16", "incomeVerification": "SALARY_ACCOUNT"}, "choices": {"SALARY_CLIENT": true}}'),
  ('MORTGAGE', 4, 'Крупный взнос', '45 лет, Санкт-Петербург: 6 млн ₽ на 15 лет, взнос 50 %, справка по форме банка', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "12000000", "amount": "6000000", "termMonths": 180, "age": 45, "region": "78", "incomeVerification": "BANK_FORM"}, "choices": {}}'),
  ('MORTGAGE', 5, 'Дорогая квартира', '41 год, Москва: 20 млн ₽ на 20 лет, взнос 50 %, справка о доходах', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "40000000", "amount": "20000000", "termMonths": 240, "age": 41, "region": "77", "incomeVerification": "NDFL2"}, "choices": {}}'),
  ('MORTGAGE', 6, 'Без личного страхования', '39 лет, Самарская область: 3 млн ₽ на 20 лет, взнос 25 %, без страхования жизни', '{"facts": {"lifeInsurance": false, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "4000000", "amount": "3000000", "termMonths": 240, "age": 39, "region": "63", "incomeVerification": "NDFL2"}, "choices": {}}'),
  ('MORTGAGE', 7, 'Самозанятый', '31 год, Краснодарский край: 4,2 млн ₽ на 25 лет, взнос 30 %, справка самозанятого', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "6000000", "amount": "4200000", "termMonths": 300, "age": 31, "region": "23", "incomeVerification": "KND1122036"}, "choices": {}}'),
  ('MORTGAGE', 8, 'Небольшой кредит', '52 года, Пермский край: 1,2 млн ₽ на 10 лет, взнос 40 %, справка о доходах', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "2000000", "amount": "1200000", "termMonths": 120, "age": 52, "region": "59", "incomeVerification": "NDFL2"}, "choices": {}}'),
  ('MORTGAGE', 9, 'Пенсионер', '61 год, Свердловская область: 1,5 млн ₽ на 10 лет, взнос 50 %, справка о пенсии', '{"facts": {"lifeInsurance": true, "electronicRegistration": true, "salaryClient": false, "propertyPrice": "3000000", "amount": "1500000", "termMonths": 120, "age": 61, "region": "66", "incomeVerification": "PENSION_CERT"}, "choices": {}}'),
  ('MORTGAGE', 10, 'Дальний Восток', '29 лет, Приморский край: 4,8 млн ₽ на 20 лет, взнос 20 %, справка о доходах, бумажная регистрация', '{"facts": {"lifeInsurance": true, "electronicRegistration": false, "salaryClient": false, "propertyPrice": "6000000", "amount": "4800000", "termMonths": 240, "age": 29, "region": "25", "incomeVerification": "NDFL2"}, "choices": {}}'),
  ('CASH_LOAN', 1, 'Ремонт', '33 года, Москва: 500 000 ₽ на 3 года, со страхованием', '{"facts": {"amount": "500000", "termMonths": 36, "age": 33, "region": "77", "loanInsurance": true}, "choices": {}}'),
  ('CASH_LOAN', 2, 'Ремонт без страхования', '33 года, Москва: 500 000 ₽ на 3 года, без страхования', '{"facts": {"amount": "500000", "termMonths": 36, "age": 33, "region": "77", "loanInsurance": false}, "choices": {}}'),
  ('CASH_LOAN', 3, 'Небольшая сумма', '24 года, Татарстан: 120 000 ₽ на 1 год, без страхования', '{"facts": {"amount": "120000", "termMonths": 12, "age": 24, "region": "16", "loanInsurance": false}, "choices": {}}'),
  ('CASH_LOAN', 4, 'Первый кредит', '22 года, Самарская область: 250 000 ₽ на 2 года, со страхованием', '{"facts": {"amount": "250000", "termMonths": 24, "age": 22, "region": "63", "loanInsurance": true}, "choices": {}}'),
  ('CASH_LOAN', 5, 'Зарплатный клиент', '40 лет, Санкт-Петербург: 900 000 ₽ на 5 лет, зарплатный счёт, со страхованием', '{"facts": {"amount": "900000", "termMonths": 60, "age": 40, "region": "78", "loanInsurance": true, "salaryClient": true}, "choices": {"SALARY_CLIENT": true}}'),
  ('CASH_LOAN', 6, 'Крупная сумма', '45 лет, Москва: 3 млн ₽ на 5 лет, со страхованием', '{"facts": {"amount": "3000000", "termMonths": 60, "age": 45, "region": "77", "loanInsurance": true}, "choices": {}}'),
  ('CASH_LOAN', 7, 'Предельная сумма', '48 лет, Краснодарский край: 5 млн ₽ на 7 лет, со страхованием', '{"facts": {"amount": "5000000", "termMonths": 84, "age": 48, "region": "23", "loanInsurance": true}, "choices": {}}'),
  ('CASH_LOAN', 8, 'Долгий срок', '36 лет, Свердловская область: 1,5 млн ₽ на 7 лет, без страхования', '{"facts": {"amount": "1500000", "termMonths": 84, "age": 36, "region": "66", "loanInsurance": false}, "choices": {}}'),
  ('CASH_LOAN', 9, 'Пенсионер', '62 года, Пермский край: 200 000 ₽ на 3 года, со страхованием', '{"facts": {"amount": "200000", "termMonths": 36, "age": 62, "region": "59", "loanInsurance": true}, "choices": {}}'),
  ('CASH_LOAN', 10, 'Рефинансирование', '38 лет, Приморский край: 1,1 млн ₽ на 5 лет, два кредита, со страхованием', '{"facts": {"amount": "1100000", "termMonths": 60, "age": 38, "region": "25", "loanInsurance": true, "refinancedCredits": 2}, "choices": {}}'),
  ('CREDIT_CARD', 1, 'Первая карта', '22 года, Самарская область: лимит 30 000 ₽', '{"facts": {"amount": "30000", "age": 22, "region": "63"}, "choices": {}}'),
  ('CREDIT_CARD', 2, 'Студент с доходом', '24 года, Татарстан: лимит 50 000 ₽', '{"facts": {"amount": "50000", "age": 24, "region": "16"}, "choices": {}}'),
  ('CREDIT_CARD', 3, 'Повседневные покупки', '31 год, Москва: лимит 100 000 ₽', '{"facts": {"amount": "100000", "age": 31, "region": "77"}, "choices": {}}'),
  ('CREDIT_CARD', 4, 'Зарплатный клиент', '40 лет, Санкт-Петербург: лимит 300 000 ₽, зарплатный счёт', '{"facts": {"amount": "300000", "age": 40, "region": "78", "salaryClient": true}, "choices": {"SALARY_CLIENT": true}}'),
  ('CREDIT_CARD', 5, 'Путешествия', '36 лет, Москва: лимит 500 000 ₽', '{"facts": {"amount": "500000", "age": 36, "region": "77"}, "choices": {}}'),
  ('CREDIT_CARD', 6, 'Премиальный клиент', '47 лет, Москва: лимит 1 млн ₽', '{"facts": {"amount": "1000000", "age": 47, "region": "77"}, "choices": {}}'),
  ('CREDIT_CARD', 7, 'Семья', '38 лет, Свердловская область: лимит 200 000 ₽', '{"facts": {"amount": "200000", "age": 38, "region": "66"}, "choices": {}}'),
  ('CREDIT_CARD', 8, 'Самозанятый', '29 лет, Краснодарский край: лимит 150 000 ₽', '{"facts": {"amount": "150000", "age": 29, "region": "23"}, "choices": {}}'),
  ('CREDIT_CARD', 9, 'Пенсионер', '63 года, Пермский край: лимит 60 000 ₽', '{"facts": {"amount": "60000", "age": 63, "region": "59"}, "choices": {}}'),
  ('CREDIT_CARD', 10, 'Дальний Восток', '34 года, Приморский край: лимит 120 000 ₽', '{"facts": {"amount": "120000", "age": 34, "region": "25"}, "choices": {}}');

-- What a version would do to the open cases of its product: the last count of each product stays, the next takes its place.
CREATE TABLE product_impact (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id      int NOT NULL UNIQUE REFERENCES product,
  version_id      int NOT NULL REFERENCES product_version,
  -- The saved draft that it was counted by.
  content_version int NOT NULL,
  author_id       int NOT NULL REFERENCES employee,
  task_id         int REFERENCES background_task ON DELETE SET NULL,
  started_at      timestamptz NOT NULL,
  finished_at     timestamptz,
  total           int NOT NULL,
  looked          int NOT NULL DEFAULT 0,
  -- By direction, as the counting goes on: the rows are too many to be summed for every look.
  figures         jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX product_impact_version ON product_impact (version_id);
CREATE INDEX product_impact_task ON product_impact (task_id);
CREATE INDEX product_impact_author ON product_impact (author_id);
CREATE TABLE product_impact_case (
  impact_id   int NOT NULL REFERENCES product_impact ON DELETE CASCADE,
  case_id     int NOT NULL REFERENCES case_file,
  direction   text NOT NULL CHECK (direction IN ('DEARER', 'CHEAPER', 'SAME', 'MISFIT', 'UNKNOWN')),
  amount      numeric(15, 2),
  rate_before numeric(6, 3),
  rate_after  numeric(6, 3),
  points      numeric(6, 3) NOT NULL DEFAULT 0,
  reason      text,
  PRIMARY KEY (impact_id, case_id)
);
CREATE INDEX product_impact_case_list ON product_impact_case (impact_id, direction, points DESC, case_id);
CREATE INDEX product_impact_case_file ON product_impact_case (case_id);
