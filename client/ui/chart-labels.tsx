import s from './chart-labels.module.css';
import { labelledSlots, percent } from './chart-labels.rules';
import { classNames } from './class-names';

interface ChartLabelsProps {
  points: readonly { key: string; label: string }[];
  slots: readonly { centre: number }[];
  /** For how many; a phone has it for four. */
  room: number;
}

/** What stands below the bars of a chart: as many labels as there is room for. */
export function ChartLabels({ points, slots, room }: ChartLabelsProps) {
  const wide = labelledSlots(points.length, room);
  const narrow = labelledSlots(points.length, 4);
  return points.map(
    (point, at) =>
      (wide.has(at) || narrow.has(at)) && (
        <text
          key={point.key}
          className={classNames(s.label, !narrow.has(at) && s.wide, !wide.has(at) && s.narrow)}
          x={percent(slots[at]?.centre ?? 0)}
          y="100%"
          dy="-0.35em"
          textAnchor="middle"
        >
          {point.label}
        </text>
      ),
  );
}
