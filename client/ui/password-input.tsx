import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './inputs.tsx';

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="password-input">
      <TextInput {...props} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <IconButton
        className="password-input-toggle"
        label={isShown ? 'Dölj lösenord' : 'Visa lösenord'}
        onClick={() => setShown(!isShown)}
      >
        <Icon size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
