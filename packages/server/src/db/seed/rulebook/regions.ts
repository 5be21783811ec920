/** A region of the demo bank: what homes cost there and what people earn. */
export interface SeedRegion {
  /** Code of the dictionary `region`. */
  readonly code: string
  /** As it stands in front of an address; empty for cities that are regions. */
  readonly name: string
  readonly city: string
  /** A smaller place, for rural homes. */
  readonly village: string
  /** The first two digits of a passport's series (ОКАТО). */
  readonly okato: string
  /** Thousands of roubles for a square metre: from a developer, and of a second-hand home. */
  readonly newMetre: number
  readonly oldMetre: number
  /** What people earn here against the middle of the country. */
  readonly pay: number
}

const rows = `
77||Москва|пос Коммунарка|45|400|330|1.75
78||Санкт-Петербург|пос Парголово|40|285|235|1.45
50|Московская обл|Королёв|дер Сапроново|46|205|165|1.35
16|Респ Татарстан|Казань|с Пестрецы|92|205|160|1.1
63|Самарская обл|Самара|с Курумоч|36|140|105|1
66|Свердловская обл|Екатеринбург|с Косулино|65|165|125|1.1
59|Пермский край|Пермь|с Култаево|57|145|105|1
54|Новосибирская обл|Новосибирск|с Криводановка|50|160|128|1.1
52|Нижегородская обл|Нижний Новгород|с Афонино|22|175|128|1
02|Респ Башкортостан|Уфа|с Зубово|80|155|120|1
24|Красноярский край|Красноярск|с Элита|04|150|108|1.15
36|Воронежская обл|Воронеж|с Новая Усмань|20|130|100|0.95
34|Волгоградская обл|Волгоград|пгт Городище|18|125|92|0.92
23|Краснодарский край|Краснодар|ст-ца Елизаветинская|03|180|140|1.05
72|Тюменская обл|Тюмень|с Луговое|71|160|122|1.25
18|Респ Удмуртская|Ижевск|с Завьялово|94|128|95|0.95
22|Алтайский край|Барнаул|с Власиха|01|132|95|0.88
38|Иркутская обл|Иркутск|с Хомутово|25|155|115|1.12
27|Хабаровский край|Хабаровск|с Ильинка|08|185|140|1.3
25|Приморский край|Владивосток|с Вольно-Надеждинское|05|210|165|1.3
76|Ярославская обл|Ярославль|пос Кузнечиха|78|132|100|0.98
70|Томская обл|Томск|с Зоркальцево|69|142|110|1.02
42|Кемеровская обл|Кемерово|с Елыкаево|32|138|90|1.02
62|Рязанская обл|Рязань|с Дубровичи|61|120|90|0.95
57|Орловская обл|Орёл|с Знаменка|54|112|84|0.88
61|Ростовская обл|Ростов-на-Дону|х Ленинакан|60|148|110|0.98
74|Челябинская обл|Челябинск|с Миасское|75|122|86|1`

/** The regions in which the demo bank lends: those of its partners. */
export const seedRegions: readonly SeedRegion[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', name = '', city = '', village = '', okato = '', newMetre, oldMetre, pay] =
      row.split('|')
    return {
      code,
      name,
      city,
      village,
      okato,
      newMetre: Number(newMetre),
      oldMetre: Number(oldMetre),
      pay: Number(pay),
    }
  })

const byCode = new Map(seedRegions.map((region) => [region.code, region]))
/** A region by its code; undefined where the demo bank does not lend. */
export const regionOf = (code: string | null): SeedRegion | undefined =>
  code === null ? undefined : byCode.get(code)
