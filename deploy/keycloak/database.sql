-- База Keycloak рядом с базой системы; выполняется, когда том PostgreSQL ещё пуст.
CREATE DATABASE keycloak;
