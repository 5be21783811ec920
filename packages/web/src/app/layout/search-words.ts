/** Words inside the empty field of the search. */
export const searchPlaceholder = 'Номер, клиент, телефон, паспорт, кадастровый номер, партнёр или страница'
