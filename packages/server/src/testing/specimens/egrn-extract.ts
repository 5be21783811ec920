const holder = (last: string, first: string, middle: string) =>
  `<right_holder><individual><surname>${last}</surname><name>${first}</name><patronymic>${middle}</patronymic>
    <birth_date>1980-01-01</birth_date></individual></right_holder>`
const bankOf = (name: string) =>
  `<legal_entity><entity><resident><name>${name}</name><inn>7700000000</inn></resident></entity></legal_entity>`

/** An extract of the register about a flat of two owners with a mortgage; every name in it is made up. */
export const egrnExtract = ({
  cadastral = '16:50:0110101:123',
  area = '54,0',
  date = '2026-11-10',
  more = '',
}: {
  readonly cadastral?: string
  readonly area?: string
  readonly date?: string
  readonly more?: string
} = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<extract_about_property_room>
  <details_statement><group_top_requisites>
    <organ_registr_rights>Филиал ППК «Роскадастр»</organ_registr_rights>
    <date_formation>${date}</date_formation>
    <registration_number>КУВИ-001/2026-77123456</registration_number>
  </group_top_requisites></details_statement>
  <room_record>
    <record_info><registration_date>2012-05-14T00:00:00+04:00</registration_date></record_info>
    <object><common_data><type><code>002001003000</code><value>Помещение</value></type>
      <cad_number>${cadastral}</cad_number><quarter_cad_number>16:50:0110101</quarter_cad_number></common_data></object>
    <params><area>${area}</area><name>Квартира</name><purpose><code>206002000000</code><value>Жилое</value></purpose></params>
    <address_room><address><address><address_fias/><readable_address>Казань, Баумана, д. 5, кв. 12</readable_address>
    </address></address></address_room>
    <cost><value>3145000</value></cost>
  </room_record>
  <right_records>${[holder('Ёлкин', 'Пётр', 'Ильич'), holder('Ёлкина', 'Анна', 'Сергеевна')]
    .map(
      (who, at) => `<right_record>
    <record_info><registration_date>2019-02-0${at + 1}T00:00:00+03:00</registration_date></record_info>
    <right_data><right_type><code>001002000000</code><value>Общая долевая собственность</value></right_type>
      <right_number>16:50:0110101:123-16/011/2019-${at + 1}</right_number>
      <shares><share><numerator>1</numerator><denominator>2</denominator></share></shares></right_data>
    <right_holders>${who}</right_holders></right_record>`,
    )
    .join('')}</right_records>
  <restrict_records><restrict_record>
    <record_info><registration_date>2019-02-01T00:00:00+03:00</registration_date></record_info>
    <restrictions_encumbrances_data>
      <restriction_encumbrance_number>16:50:0110101:123-16/011/2019-3</restriction_encumbrance_number>
      <restriction_encumbrance_type><code>022007000000</code><value>Ипотека в силу закона</value></restriction_encumbrance_type>
    </restrictions_encumbrances_data>
    <restrict_parties><restricted_rights_parties><restricted_rights_party>
      <subject>${bankOf('АО «Волга Банк»')}</subject></restricted_rights_party></restricted_rights_parties></restrict_parties>
  </restrict_record></restrict_records>
  ${more}
</extract_about_property_room>
`
