import type { ReactNode } from 'react'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { DecisionTab } from './decision-tab.tsx'
import type { ObjectTab, TabProps } from './object-tabs.ts'

// Forms are heavy, and a page that is read alone shows one of them.
const skeleton = <PageSkeleton kind="form" />
const ObjectPart = latePart(async () => (await import('./object-tab.tsx')).ObjectPart, skeleton)
const RightsPart = latePart(async () => (await import('./rights-tab.tsx')).RightsPart, skeleton)
const AppraisalPart = latePart(async () => (await import('./appraisal-tab.tsx')).AppraisalPart, skeleton)
const SellerPart = latePart(async () => (await import('./seller-tab.tsx')).SellerPart, skeleton)
const LegalPart = latePart(async () => (await import('./legal-tab.tsx')).LegalPart, skeleton)
const InsurancePart = latePart(async () => (await import('./insurance-tab.tsx')).InsurancePart, skeleton)

/** How each tab is drawn. */
export const tabParts: Record<ObjectTab, (props: TabProps) => ReactNode> = {
  object: (props) => <ObjectPart {...props} />,
  rights: (props) => <RightsPart {...props} />,
  appraisal: (props) => <AppraisalPart {...props} />,
  seller: (props) => <SellerPart {...props} />,
  legal: (props) => <LegalPart {...props} />,
  insurance: (props) => <InsurancePart {...props} />,
  decision: (props) => <DecisionTab {...props} />,
}
