import type { Queue } from 'pg-boss'

/** Where jobs end whose every attempt failed: they are counted in /metrics and can be sent again. */
export const deadLetterQueue = 'dead-letter'

/** Attempts about 2, 4, 8, 16, 32 s apart; a job of a killed worker is tried again after 30 s of silence. */
const lasting = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 24 * 3_600,
  deadLetter: deadLetterQueue,
  notify: true,
} as const satisfies Partial<Queue>

/** Recurring work: the next turn comes anyway, so one that fails is not kept. */
const recurring = {
  retryLimit: 0,
  expireInSeconds: 600,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 3_600,
  notify: true,
  // A turn is skipped while the one before it is still waiting or running.
  policy: 'exclusive',
} as const satisfies Partial<Queue>

/** The closed list of queues. A handler may be called twice for one job and must not mind. */
export const queues = {
  [deadLetterQueue]: { retryLimit: 0, retentionSeconds: 90 * 24 * 3_600 },
  /** Assign waiting applications of a department: `{type}`. */
  distribute: lasting,
  /** Long work that a person started: `{taskId}`. */
  task: { ...lasting, retryLimit: 2 },
  /** An e-mail or SMS to a partner: `{messageId}`. */
  'partner-message': { ...lasting, retryLimit: 10 },
  /** Ask the decision engine about an application: `{runId}`. */
  'decision-run': lasting,
  /** Look for signs of fraud in an application: `{caseId, cause}`. */
  'fraud-signals': { ...lasting, retryLimit: 2 },
  /** Ask an insurer whether it takes a risk: `{agreementId, asked}`. */
  'insurer-question': lasting,
  /** Agreements of insurance begin, end and are warned of by their days. */
  'insurance-days': recurring,
  /** Ask a bureau for a credit report: `{requestId}`. */
  'credit-report': lasting,
  /** Tell a bureau of credit histories of a decision: `{noticeId}`; half an hour of silence is waited out. */
  'bureau-notice': { ...lasting, retryLimit: 12 },
  /** Deletes marks of devices and network addresses that were kept long enough. */
  'save-marks': recurring,
  /** Tells that help in a group is over: `{helpId}`. */
  'group-help': { ...lasting, retentionSeconds: 60 * 24 * 3_600 },
  /** Reminds of conditions that are to be met after the loan was issued. */
  'condition-reminders': recurring,
  'shift-tick': recurring,
  'partner-calendar': recurring,
  'history-seal': recurring,
  /** Ends entries of blacklists by the day, and destroys what has been kept long enough. */
  'blacklist-days': recurring,
  /** End changes of roles that nobody has decided in time. */
  'role-requests': recurring,
  /** Make, link, open or close an employee's account: `{employeeId}`. */
  identity: lasting,
  /** Moves of cases whose time has come. */
  'case-timers': recurring,
  /** Tells those above of cases that nobody has taken in time. */
  'assignment-escalation': recurring,
  /** Begins and ends absences. */
  'absence-tick': recurring,
  /** Warns of documents that end soon. */
  'expiry-warnings': recurring,
  /** Reminds of a next year without a decree. */
  'calendar-reminder': recurring,
  /** Warns of accreditations that end soon. */
  'accreditation-warnings': recurring,
  /** Ask the decision engine about a short application: `{preDecisionId}`; three attempts again. */
  'pre-decision': { ...lasting, retryLimit: 3 },
  /** Ask about the people of a full application: `{caseId}`. */
  'auto-checks': lasting,
  /** Ask a service that takes few questions in a minute about the people of an application: `{caseId}`. */
  'paced-checks': lasting,
  /** Remind of a call to a lead's client when its time comes: `{leadId, at}`. */
  'lead-contact': { ...lasting, retentionSeconds: 400 * 24 * 3_600 },
  /** Look through an uploaded file that is whole: `{item}`. */
  'upload-check': lasting,
  /** Read the scans of an application that nobody has read yet: `{ownerType, ownerId}`. */
  'paper-reading': { ...lasting, retryLimit: 1 },
  /** Ask the bureaus of credit histories about a self-ban: `{checkId}`. */
  'self-ban-check': lasting,
  /** Tries open cases against entries of blacklists that have begun or ceased to act. */
  'blacklist-retro': { ...recurring, expireInSeconds: 3_600 },
  /** Asks open cases about a new version of the authority's list of 115-ФЗ. */
  'authority-retro': { ...recurring, expireInSeconds: 3_600 },
  /** Makes months of the journal of access, and puts the old ones into files. */
  'access-log-months': { ...recurring, expireInSeconds: 3_600 },
  sweep: recurring,
  /** Warns of a bank without a fresh copy. */
  'backup-watch': recurring,
  /** Looks at certificates before they end. */
  'certificate-watch': recurring,
  /** Compares the file store with the rows. */
  'file-check': { ...recurring, expireInSeconds: 3_600 },
} as const satisfies Record<string, Partial<Queue>>
export type QueueName = keyof typeof queues
