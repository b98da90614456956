export { baselineOf, chooseBaseline, judgeWeeks, type BaselineFigures, type JudgedWeek, type WeekFigures } from './baseline.rules';
export {
  acceptBaseline, proposeBaseline, rebaseBaseline, rejectBaseline, setManualBaseline, switchAutoBaseline, type Acting, type ManualBaseline,
} from './baseline.service';
export { evaluateLocations } from './evaluation.service';
export { readinessCriteria, readinessIssues, type ReadinessIssue } from './readiness.contract';
