import type { PlainParty } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { kppOf, ogrnOf } from '#db/seed/generator.ts'
import { seedEmployers } from '#db/seed/rulebook/professions.ts'
import { addressOf, type City, cities } from './stand-in-addresses.ts'

/** Organisations that everybody knows, with the numbers that they publish: name, ИНН, КПП, ОГРН, ОКВЭД, region. */
const known = `
ПАО Сбербанк|7707083893|773601001|1027700132195|64.19|77
ПАО «Газпром»|7736050003|781401001|1027700070518|46.71|78
ОАО «РЖД»|7708503727|770801001|1037739877295|49.10|77
ООО «Яндекс»|7736207543|770401001|1027700229193|62.01|77
ПАО «ЛУКОЙЛ»|7708004767|770801001|1027700035769|19.20|77
ПАО «НК «Роснефть»|7706107510|770501001|1027700043502|06.10|77
Банк ВТБ (ПАО)|7702070139|784201001|1027739609391|64.19|78
ПАО «Ростелеком»|7707049388|784001001|1027700198767|61.10|78
АО «Почта России»|7724490000|772501001|1197746000000|53.10|77
ПАО «Магнит»|2309085638|231101001|1032304945947|46.3|23
АО «Тандер»|2310031475|231001001|1022301598549|47.11|23
ООО «Агроторг»|7825706086|784101001|1027809237796|47.11|78
ПАО «МТС»|7740000076|770901001|1027700149124|61.20|77
ПАО «МегаФон»|7812014560|772901001|1027809169585|61.20|77
ПАО «Аэрофлот»|7712040126|771401001|1027700092661|51.10|77
АО «АВТОВАЗ»|6320002223|632001001|1026301983113|29.10|63
ПАО «КАМАЗ»|1650032058|165001001|1021602013971|29.10|16
ПАО «Татнефть»|1644003838|164401001|1021601623702|06.10|16
ПАО «НЛМК»|4823006703|482301001|1024800823123|24.10|48
ПАО «Северсталь»|3528000597|352801001|1023501236901|24.10|35
ПАО «ГМК «Норильский никель»|8401005730|840101001|1028400000298|24.45|24
ПАО «ВымпелКом»|7713076301|771301001|1027700166636|61.20|77
АО «Альфа-Банк»|7728168971|770801001|1027700067328|64.19|77
АО «ТБанк»|7710140679|771301001|1027739642281|64.19|77
АО «ДОМ.РФ»|7729355614|770401001|1027700262270|64.99|77
ГК «Росатом»|7706413348|770601001|1077799032926|84.13|77
ГК «Ростех»|7704274402|770401001|1077799030847|84.13|77
ПАО «ММК»|7414003633|745601001|1027402166835|24.10|74
АО «Лаборатория Касперского»|7713140469|774301001|1027739867473|62.01|77
ООО «Вайлдберриз»|7721546864|507401001|1067746062449|47.91|50
ООО «Интернет Решения»|7704217370|770301001|1027739244741|47.91|77
ООО «ВК»|7743001840|771401001|1027739850962|62.01|77
АО «НПК «Уралвагонзавод»|6623029538|662301001|1086623002190|30.20|66
ПАО «Совкомбанк»|4401116480|440101001|1144400000425|64.19|44
ПАО «Промсвязьбанк»|7744000912|772201001|1027739019142|64.19|77`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))

interface Known {
  readonly name: string
  readonly inn: string
  readonly kpp: string | null
  readonly ogrn: string | null
  readonly okved: string | null
  readonly city: City | undefined
}

const partyOf = ({ name, inn, kpp, ogrn, okved, city }: Known): PlainParty => ({
  value: name,
  unrestricted_value: name,
  data: {
    inn,
    kpp,
    ogrn,
    type: 'LEGAL',
    branch_type: 'MAIN',
    branch_count: 0,
    okved,
    name: { full_with_opf: name, short_with_opf: name, full: name, short: name, latin: null },
    state: {
      status: 'ACTIVE',
      actuality_date: Date.UTC(2026, 9, 1),
      registration_date: null,
      liquidation_date: null,
    },
    ...(city !== undefined && { address: addressOf(city) }),
  },
})

const cityOf = (region: string) => cities.find(({ taxOffice }) => taxOffice.startsWith(region))

/** Common names first, then the organisations in which the clients of the demo bank work. */
export const knownParties: readonly PlainParty[] = [
  ...known.map(([name = '', inn = '', kpp = '', ogrn = '', okved = '', region = '']) =>
    partyOf({ name, inn, kpp, ogrn, okved, city: cityOf(region) }),
  ),
  ...seedEmployers.map(({ name, inn }, at) =>
    partyOf({
      name,
      inn,
      kpp: kppOf('0000', '01', 1),
      ogrn: ogrnOf(700_000 + at),
      okved: null,
      city: undefined,
    }),
  ),
]
