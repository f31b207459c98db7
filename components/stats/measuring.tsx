import { ChartLine } from 'lucide-react';
import { Picture } from '../ui/picture.tsx';

/** In the room that figures will take. */
export function Measuring() {
  return (
    <div className="stat-wait">
      <Picture icon={ChartLine} tone="info" title="Measuring">
        <p>Nothing is measured while nobody looks: the first figures come in about a second.</p>
      </Picture>
    </div>
  );
}
