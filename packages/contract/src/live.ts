/**
 * Live updates over /ws (STOMP 1.2): topics and what travels on them.
 * A message tells that something changed, never the data: the client reads it again with its own rights.
 */
export const topics = {
  /** Approvers of a department changed: `{ids}` (empty: many). */
  approvers: (type: string) => `/topic/approvers.${type}`,
  /** The count of unassigned applications of a department: `{}`. */
  unassigned: (type: string) => `/topic/unassigned.${type}`,
  /** Who else has the record open: `{people: [{descriptor, since}]}`. */
  presence: (object: 'approver' | 'case', id: number) => `/topic/presence.${object}.${id}`,
  /** Dictionaries changed: `{codes}` (empty: many). */
  dictionaries: '/topic/dictionaries',
  /** Values of parameters changed, or a change of one waits: `{}`. */
  parameters: '/topic/parameters',
  /** Feature toggles changed: read `getMyFeatures` again. */
  features: '/topic/features',
  /** A partner's card changed, a part of it included: `{}`. */
  partner: (id: number) => `/topic/partner.${id}`,
  /** An employee's card changed, a part of it included: `{}`. */
  employee: (id: number) => `/topic/employee.${id}`,
  /** Documents of an application or a partner changed, the order and files included: `{}`. */
  documents: (ownerType: string, ownerId: number) => `/topic/documents.${ownerType}.${ownerId}`,
  /** Something of a case changed: `{codes}` names the parts (`head`, `tasks`, `comments`, `notes`, `checks`, `remarks`, `participants`, `section:<code>`). */
  case: (id: number) => `/topic/case.${id}`,
  /** Cases of a type came, moved or changed hands: `{}`. */
  cases: (type: string) => `/topic/cases.${type}`,
  /** Entries of a blacklist changed: `{}`. */
  blacklist: (kind: string) => `/topic/blacklist.${kind}`,
  /** An entry of a blacklist changed, or a change of it waits: `{}`. */
  blacklistEntry: (id: number) => `/topic/blacklistEntry.${id}`,
  /** Authorities of those who decide changed, or a change of one waits: `{}`. */
  underwriters: '/topic/underwriters',
  /** Products, options or promotions changed, or a version of one was led on: `{}`. */
  products: '/topic/products',
  /** A count of what a version would change began, went on or ended: `{}`. */
  impacts: '/topic/impacts',
  /** Limits of the full cost or caps of rates changed, or a change of them waits: `{}`. */
  rateLimits: '/topic/rateLimits',
  /** Rules of assignment were written or led on: `{}`. */
  assignmentRules: '/topic/assignmentRules',
  /** Versions of the scorecard were written or led on: `{}`. */
  scorecards: '/topic/scorecards',
  /** The caller's own notifications and background tasks. */
  mine: '/user/queue/notifications',
  /** The caller's own operations changed: read `getOperations` again and rebuild the menu. */
  rights: '/user/queue/rights',
} as const

/** Where a connection SENDs its renewed token, in the header `Authorization`; there is nothing else to send. */
export const tokenDestination = '/app/token'
