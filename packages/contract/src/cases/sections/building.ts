import { area, choice, type FieldCondition, line, reference, whenIs, whole } from '#common/fields.ts'
import { CadastralNumber } from '#common/cadastral.ts'

const premises = ['FLAT', 'ROOM', 'SHARE', 'APARTMENT', 'UNINHABITED_PREMISE', 'PARKING', 'DDU_RIGHT']
const houses = ['HOUSE', 'HOUSE_WITH_LAND', 'BLOCKED_HOUSE']
const typeIn =
  (codes: readonly string[]): FieldCondition =>
  ({ data }) =>
    codes.includes(String(data['type']))
const isPremise = typeIn(premises)
const isHouse = typeIn(houses)
const hasBuilding = typeIn([...premises, ...houses])
const hasLiving = typeIn([...houses, 'FLAT', 'ROOM', 'SHARE', 'APARTMENT', 'DDU_RIGHT'])
const hasLand = typeIn(['LAND', 'HOUSE_WITH_LAND'])

/** What an object is like: the type of the object (`type` beside them) decides which fields have a sense. */
export const buildingFields = {
  livingArea: area('Жилая площадь', { when: hasLiving }),
  kitchenArea: area('Площадь кухни', { when: hasLiving }),
  rooms: whole('Комнат', 1, 50, { when: hasLiving }),
  floor: whole('Этаж', -5, 200, { when: isPremise }),
  floors: whole('Этажей в доме', 1, 200, { when: hasBuilding }),
  yearBuilt: whole('Год постройки', 1700, 2100, { when: hasBuilding }),
  houseBuildType: reference('Тип дома', 'houseBuildType', { when: hasBuilding }),
  wallsMaterialType: reference('Материал стен', 'wallsMaterialType', { when: hasBuilding }),
  floorMaterialType: reference('Перекрытия', 'floorMaterialType', { when: hasBuilding }),
  foundationMaterialType: reference('Фундамент', 'foundationMaterialType', { when: isHouse }),
  frameMaterial: reference('Каркас', 'frameMaterial', { when: hasBuilding }),
  buildMethod: reference('Способ строительства', 'buildMethod', { when: isHouse }),
  readinessDegree: reference('Степень готовности', 'readinessDegree', { when: hasBuilding }),
  finishingType: reference('Отделка', 'finishingType', { when: hasLiving }),
  conditionType: reference('Состояние', 'conditionType', { when: hasBuilding }),
  heatingType: reference('Отопление', 'heatingType', { when: hasBuilding }),
  electricitySupplyType: reference('Электроснабжение', 'electricitySupplyType', { when: hasBuilding }),
  gasSupplyType: reference('Газоснабжение', 'gasSupplyType', { when: hasBuilding }),
  waterSupplyType: reference('Водоснабжение', 'waterSupplyType', { when: hasBuilding }),
  sewerageType: reference('Канализация', 'sewerageType', { when: hasBuilding }),
  replanning: choice(
    'Перепланировка',
    { NONE: 'Не проводилась', LEGALISED: 'Узаконена', NOT_LEGALISED: 'Не узаконена' },
    { when: hasLiving },
  ),
  replanningNote: line(
    'Что изменено и чем подтверждено',
    { when: whenIs('replanning', 'LEGALISED', 'NOT_LEGALISED') },
    500,
  ),
  landCadastralNumber: {
    ...line('Кадастровый номер участка', { hint: '50:20:0010112:345', when: hasLand }, 40),
    schema: CadastralNumber,
  },
  landArea: area('Площадь участка', { when: hasLand }),
  landCategory: reference('Категория земель', 'landCategory', { when: hasLand }),
  landUsageType: reference('Разрешённое использование', 'landUsageType', { when: hasLand }),
} as const
