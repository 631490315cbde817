import { Monitor, Moon, Sun } from 'lucide-react';
import { useToday } from '#client/platform/page/clock.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import { setTheme, type Theme, useTheme } from '#client/platform/page/theme.ts';
import { Link } from '#client/ui/link.tsx';

const THEMES = [
  { theme: 'system', label: 'Som systemet', icon: Monitor },
  { theme: 'light', label: 'Ljust', icon: Sun },
  { theme: 'dark', label: 'Mörkt', icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; icon: typeof Sun }[];

function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">Utseende</legend>
      {THEMES.map(({ theme, label, icon: Icon }) => (
        <label key={theme} className="theme-option" title={label}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === chosen}
            onChange={() => setTheme(theme)}
          />
          <Icon size={18} aria-hidden="true" />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Footer() {
  const year = useToday().slice(0, 4);
  return (
    <div className="page">
      <footer className="footer">
        <span>
          © {year} {clientConfig().site_name}
        </span>
        <Link className="footer-link footer-contact" to="/contact">
          Kontakt
        </Link>
        <Link className="footer-link" to="/privacy">
          Integritetspolicy
        </Link>
        <Link className="footer-link" to="/rules">
          Regler
        </Link>
        <ThemeSwitch />
      </footer>
    </div>
  );
}
