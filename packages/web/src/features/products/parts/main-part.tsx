import { clientCategories, productPledges } from '@ipoteka-office/contract/products/product-kinds.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import {
  CountAt,
  DayAt,
  DictionaryAt,
  LongTextAt,
  LookupAt,
  optionsOf,
  type PartProps,
  SeveralAt,
  TextAt,
} from './fields.tsx'

const categories = optionsOf(clientCategories)
const pledges = optionsOf(productPledges)

function AudienceSection({ isLoan, ...part }: PartProps & { isLoan: boolean }) {
  const partners = usePartnerOptions().options
  const qr = useDictionary('creditProductQr')
  return (
    <FormSection title="Кому предлагается">
      <DictionaryAt {...part} name="audience.channels" dictionary="channel" placeholder="Все каналы" />
      <DictionaryAt {...part} name="audience.regions" dictionary="region" placeholder="Вся страна" />
      <SeveralAt
        {...part}
        name="audience.partnerIds"
        options={partners}
        search={searchPartners}
        numbers
        placeholder="Все партнёры"
      />
      <DictionaryAt
        {...part}
        name="audience.partnerProfiles"
        dictionary="partner/businessProfile"
        placeholder="Любой профиль"
        hint="Названные партнёры и партнёры этих профилей, вместе с теми, кто под ними"
      />
      <SeveralAt
        {...part}
        name="audience.clientCategories"
        options={categories}
        placeholder="Все категории"
      />
      <DictionaryAt
        {...part}
        name="audience.goals"
        dictionary={isLoan ? 'cashLoanGoals' : 'loanGoals'}
        placeholder="Любая цель"
      />
      {!isLoan && (
        <>
          <DictionaryAt
            {...part}
            name="audience.objectTypes"
            dictionary="mortgageObjectType"
            placeholder="Любой предмет"
          />
          <SeveralAt {...part} name="audience.pledges" options={pledges} placeholder="Любой залог" />
        </>
      )}
      <LookupAt
        {...part}
        name="audience.qrCode"
        options={qr}
        placeholder="Не предлагается по QR"
        hint="Открывает продукт на публичной странице партнёра"
      />
    </FormSection>
  )
}

/** Names, days and audience of a version. */
export function MainPart({ isLoan, ...part }: PartProps & { isLoan: boolean }) {
  return (
    <FormCard>
      <FormSection title="Название и дни">
        <TextAt {...part} name="names.staff" required />
        <TextAt {...part} name="names.client" required />
        <LongTextAt {...part} name="names.about" span="full" />
        <DayAt {...part} name="validFrom" span="quarter" hint="Первый день продаж по этому выпуску" />
        <DayAt {...part} name="validTo" span="quarter" hint="Пусто — до следующего выпуска" />
        <CountAt
          {...part}
          name="oldTermsDays"
          unit="дней"
          max={365}
          hint="Сколько дней после выпуска заявки, принятые раньше, сохраняют прежние условия"
        />
      </FormSection>
      <AudienceSection {...part} isLoan={isLoan} />
    </FormCard>
  )
}
