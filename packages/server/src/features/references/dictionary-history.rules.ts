import { attributeTypes, type ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import type { CardLabels, HistoryField } from '#features/history/card-history.rules.ts'

const attributeText = ({ key, label, type }: ReferenceAttribute) =>
  `${label} (${key}, ${attributeTypes[type]})`

const partOf = ({ label, type, dictionary }: ReferenceAttribute): HistoryField => ({
  label,
  ...(type === 'code' && dictionary !== null && { dictionary }),
})

/** How changes of a dictionary and of its items read. */
export const dictionaryLabels = (
  dictionary: string,
  attributes: readonly ReferenceAttribute[],
): CardLabels => ({
  dictionary: {
    fields: {
      title: { label: 'Название' },
      description: { label: 'Описание' },
      hierarchical: { label: 'Иерархический' },
      attributes: {
        label: 'Атрибуты',
        text: (list) => (list as ReferenceAttribute[]).map(attributeText).join('; ') || '−',
      },
    },
  },
  reference_item: {
    title: 'Элемент',
    subject: 'code',
    fields: {
      code: { label: 'Код' },
      name: { label: 'Название' },
      sort_order: { label: 'Порядок' },
      active: { label: 'Активен' },
      valid_from: { label: 'Действует с' },
      valid_to: { label: 'Действует по' },
      parent_code: { label: 'Родитель', dictionary },
      attributes: {
        label: 'Атрибуты',
        parts: Object.fromEntries(attributes.map((attribute) => [attribute.key, partOf(attribute)])),
      },
    },
  },
})
