/** The stage whose task is handed up to the head of a group. */
export const escalatedStage = 'UNDERWRITING'
