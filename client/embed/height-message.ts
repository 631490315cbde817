/**
 * Posted from the frame to the site that shows it. Sites that write their own frame may use it too. `height` is in px.
 */
export type HeightMessage = { type: 'loppkalendern:height'; height: number };
