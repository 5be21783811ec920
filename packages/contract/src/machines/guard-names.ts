/** What the conditions of transitions ask, in the words of the process's picture. */
export const guardNames: Readonly<Record<string, string>> = {
  leadDocuments: 'документы лида получены',
  filled: 'обязательные поля заполнены',
  consents: 'согласия клиента получены',
  bureauConsent: 'есть согласие на запрос в бюро кредитных историй',
  passport: 'паспортные данные заполнены',
  sections: 'все разделы заполнены',
  documents: 'комплект документов полон',
  holder: 'заявка у этого сотрудника',
  openRemarks: 'есть открытые замечания',
  noOpenRemarks: 'открытых замечаний нет',
  answeredRemarks: 'на все замечания есть ответ',
  realty: 'объект описан',
  realtyDocuments: 'документы объекта загружены',
  selfBan: 'самозапрета на кредиты нет',
  insuranceConsent: 'выбор по страхованию сделан',
  coolingOff: 'период охлаждения окончен',
}
