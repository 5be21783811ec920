import { dictionaryFields as of, itemFields } from '@ipoteka-office/contract/references/reference-fields.ts'
import { attributeTypes, type ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import { type CardLabels, type HistoryField, told } from '#features/history/card-history.rules.ts'

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
      title: told(of.title),
      description: told(of.description),
      hierarchical: told(of.hierarchical),
      attributes: told(of.attributes, {
        text: (list) => (list as ReferenceAttribute[]).map(attributeText).join('; ') || '−',
      }),
    },
  },
  reference_item: {
    title: 'Элемент',
    subject: 'code',
    fields: {
      code: told(itemFields.code),
      name: told(itemFields.name),
      sort_order: told(itemFields.sortOrder),
      active: told(itemFields.active),
      valid_from: told(itemFields.validFrom),
      valid_to: told(itemFields.validTo),
      parent_code: told(itemFields.parentCode, { dictionary }),
      attributes: told(of.attributes, {
        parts: Object.fromEntries(attributes.map((attribute) => [attribute.key, partOf(attribute)])),
      }),
    },
  },
})
